import assert from "node:assert/strict";
import { test } from "node:test";

import { Browser } from "./browser.js";

await new Browser().open(); // for what puzzles.js needs
const { ended } = await import("../../../protocol/web/page/puzzles.js");

test("puzzles solved without help make the streak longer, what was not solved ends it", () => {
  let record = { after: 0, theme: "shot", streak: 0, best: 0, solved: 0 };
  for (const [number, outcome, helped] of [[1, "solved", false], [2, "solved", false], [4, "solved", true], [5, "failed", false], [6, "solved", false]]) {
    record = ended(record, { number, outcome, helped });
    if (number === 4) assert.deepEqual(record, { after: 4, theme: "shot", streak: 2, best: 2, solved: 3 });
  }
  assert.deepEqual(record, { after: 6, theme: "shot", streak: 1, best: 2, solved: 4 });
});
