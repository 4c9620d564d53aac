import assert from "node:assert/strict";
import { test } from "node:test";

import { chanceText } from "../../../protocol/web/page/better.js";

test("only what is certain is 0 or 100 percent", () => {
  assert.deepEqual([0, 0.001, 0.426, 0.999, 1].map(chanceText), ["0 %", "1 %", "43 %", "99 %", "100 %"]);
});
