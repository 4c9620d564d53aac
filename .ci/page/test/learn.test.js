import assert from "node:assert/strict";
import { test } from "node:test";

import { Lessons, isGood, mistakesOf } from "../../../protocol/web/page/learn.js";

const judged = (side, verdict) => ({ judged: { side, verdict, better_moves: ["32-28"] }, glyphs: [] });

test("one learns from the mistakes and blunders of a side that the server has found", () => {
  const line = [
    judged("white", "mistake"), judged("black", "blunder"), judged("white", "inaccuracy"), judged("white"), judged("white", "blunder"),
    { judged: null, signs: "??", glyphs: [] },
  ];
  assert.deepEqual(mistakesOf(line, "w"), [line[0], line[4]]);
  assert.deepEqual(mistakesOf(line, "b"), [line[1]]);
});

test("a move is good that is no worse than an inaccuracy", () => {
  assert.deepEqual([undefined, "inaccuracy", "mistake", "blunder"].map((verdict) => isGood({ verdict })), [true, true, false, false]);
});

test("a lesson ends as it ended first, and help is counted", () => {
  const lessons = new Lessons(["a", "b", "c"].map((name) => ({ name })));
  lessons.now.helped = true;
  lessons.end("found");
  lessons.at++;
  lessons.end("shown");
  lessons.end("found"); // after the solution
  lessons.at++;
  assert.deepEqual(lessons.count(), { found: 1, helped: 1, n: 3 });
  lessons.at++;
  lessons.end("found"); // there is none
  assert.equal(lessons.now, undefined);
  assert.deepEqual(lessons.count(), { found: 1, helped: 1, n: 3 });
});
