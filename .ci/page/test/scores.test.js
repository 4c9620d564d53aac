import assert from "node:assert/strict";
import { test } from "node:test";

import { scaleOf, scoreText, spentText, tenths } from "../../../protocol/web/page/scores.js";

test("scores are written as people do", () => {
  const cases = [
    [{ score: 0 }, "0.00"], [{ score: 5 }, "+0.05"], [{ score: -123 }, "−1.23"],
    [{ score: 9993, kind: "end", plies: 7 }, "#4"], [{ score: -9994, kind: "end", plies: 6 }, "−#3"],
    [{ score: 9000, kind: "database" }, "+won"], [{ score: -9000, kind: "database" }, "−won"],
  ];
  for (const [score, want] of cases) assert.equal(scoreText(score), want);
});

test("a tenth has no sign if it is none", () => {
  for (const [score, want] of [[4, "0.0"], [-4, "0.0"], [5, "+0.1"], [-16, "−0.2"], [1234, "+12.3"]]) assert.equal(tenths(score), want);
});

test("what a move took is said shortly", () => {
  assert.equal(spentText(undefined), "");
  assert.equal(spentText(5200), "5.2 s");
  assert.equal(spentText(0), "0.0 s");
  assert.equal(spentText(42_600), "43 s");
  assert.equal(spentText(3_723_900), "62:03");
});

test("a scale is known by scores that say something", () => {
  assert.equal(scaleOf([[100, 50], [-200, -100], [40, 20]]), 0.5);
  for (const pairs of [[], [[100, 50], [-200, -100]], [[0, 5], [0, 9], [0, -3]], [[1, 20], [2, 30], [1, -2]], [[100, -50], [-200, 90], [40, 10]]]) {
    assert.equal(scaleOf(/** @type {[number, number][]} */ (pairs)), null);
  }
});
