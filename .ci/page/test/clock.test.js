import assert from "node:assert/strict";
import { test } from "node:test";

import { spentText } from "../../../protocol/web/page/clock.js";

test("what a move took is said shortly", () => {
  assert.equal(spentText(undefined), "");
  assert.equal(spentText(5200), "5.2 s");
  assert.equal(spentText(0), "0.0 s");
  assert.equal(spentText(42_600), "43 s");
  assert.equal(spentText(3_723_900), "62:03");
});
