import assert from "node:assert/strict";
import test from "node:test";
import { pack, unpack } from "../../../protocol/web/page/links.js";

test("moves in a link are the same again, in a third of the room", () => {
  const moves = ["32-28", "19-23", "28x19x23", "14x23x19", "50x5x44x22x11", "1-6"];
  const text = pack(moves);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(unpack(text), moves);
  const quiet = Array(60).fill("32-28");
  assert.ok(3 * pack(quiet).length <= quiet.join(".").length + 1);
  assert.deepEqual(unpack(pack([])), []);
});

test("what no letter is for is not packed", () => {
  for (const move of ["51-60", "0-4", "1x2" + "x3".repeat(20)]) assert.equal(pack(["32-28", move]), "", move);
});

test("a link that is broken has the moves before the fault", () => {
  const text = pack(["32-28", "28x19x23"]);
  for (let n = 0; n < text.length; n++) assert.deepEqual(unpack(text.slice(0, n)), n < 2 ? [] : ["32-28"], String(n));
  assert.deepEqual(unpack(text.slice(0, 2) + "!?"), ["32-28"]);
});
