import assert from "node:assert/strict";
import { test } from "node:test";

import { around } from "../../../protocol/web/page/better.js";
import { chanceText } from "../../../protocol/web/page/scores.js";

test("only what is certain is 0 or 100 percent", () => {
  assert.deepEqual([0, 0.001, 0.426, 0.999, 1].map(chanceText), ["0 %", "1 %", "43 %", "99 %", "100 %"]);
});

test("the line is found in the words that tell it, as much of it as they tell", () => {
  assert.deepEqual(around(["The opponent has a shot, which gives 1 and takes 2: 27-21 16x27 31x13.", "It ends with a king."], ["27-21", "16x27", "31x13"]),
    { before: "The opponent has a shot, which gives 1 and takes 2: ", n: 3, after: ". It ends with a king." });
  const line = Array.from({ length: 20 }, (_, i) => `${i + 1}-${i + 2}`);
  const told = line.slice(0, 14).join(" ");
  assert.deepEqual(around([`In the line: ${told} ….`], line), { before: "In the line: ", n: 14, after: " …." });
  assert.deepEqual(around(["It is a draw by rule."], []), { before: "It is a draw by rule.", n: 0, after: "" });
  assert.equal(around(["The line is another."], ["1-2"]).n, 0);
});
