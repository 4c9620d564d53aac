import assert from "node:assert/strict";
import { test } from "node:test";

import { clockOf, spentText } from "../../../protocol/web/page/clock.js";

test("a move is written with what it took, and with its clock if there is one", () => {
  assert.equal(clockOf(5200), "[%emt 0:00:05.2]");
  assert.equal(clockOf(59_960, 3_599_940), "[%clk 0:59:59.9] [%emt 0:01:00]");
  assert.equal(clockOf(3_723_000, 7_200_000), "[%clk 2:00:00] [%emt 1:02:03]");
  assert.equal(clockOf(-3, -1), "[%clk 0:00:00] [%emt 0:00:00]");
});

test("what a move took is said shortly", () => {
  assert.equal(spentText([]), "");
  assert.equal(spentText(["a text", "[%clk 0:01:00] [%emt 0:00:05.2]"]), "5.2 s");
  assert.equal(spentText(["[%emt 0:00:42.6]"]), "43 s");
  assert.equal(spentText(["[%emt 1:02:03.9]"]), "62:03");
  assert.equal(spentText(["[%emt 5]", "[%emt x:00:05]"]), "");
});
