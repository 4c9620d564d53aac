// What is known of a game beside its moves, and how it was played.

import assert from "node:assert/strict";
import test from "node:test";
import { following, listedSign, signOf, tally } from "../../../protocol/web/page/judgements.js";
import { headOf } from "../../../protocol/web/page/session.js";
import { Tree } from "../../../protocol/web/page/tree.js";

const tags = [{ name: "Event", value: "Final" }, { name: "Site", value: "?" }, { name: "Date", value: "2023.05.??" }];
const tree = () => new Tree({
  variant: "international", tags, result: "2-0",
  line: [{ move: "32-28", clock: 60_000 }, { move: "19-23", clock: 58_000, signs: "?" }, { move: "28x19" }, { move: "14x23", clock: 50_000, glyphs: [4] }],
});
/** @param {{ depth: number }} n @returns {Side} */
const sideOf = (n) => (n.depth % 2 ? "w" : "b");

test("the head of a game is what is known of it", () => {
  assert.equal(headOf(tree()), "Final · 2023.05 · 2-0");
  assert.equal(headOf(new Tree({ variant: "international" })), "");
});

test("a clock shows what it did after the last move of its side that has one", () => {
  const game = tree();
  const [first, second, third, fourth] = game.mainLine();
  assert.deepEqual([game.clockAt(game.root, true), game.clockAt(game.root, false)], [null, null]);
  assert.deepEqual([game.clockAt(first, true), game.clockAt(first, false)], [60_000, null]);
  assert.deepEqual([game.clockAt(second, true), game.clockAt(second, false)], [58_000, 60_000]);
  assert.deepEqual([game.clockAt(third, true), game.clockAt(third, false)], [60_000, 58_000]);
  assert.equal(game.clockAt(fourth, true), 50_000);
});

test("the signs of a file count as long as nothing is judged", () => {
  const line = tree().mainLine();
  assert.deepEqual(tally(line, sideOf, undefined), {
    white: { accuracy: null, blunders: 0, mistakes: 0, inaccuracies: 0 }, black: { accuracy: null, blunders: 1, mistakes: 1, inaccuracies: 0 },
  });
  line[1].judged = /** @type {JudgedMove} */ ({ verdict: "inaccuracy" }); // which is what counts then
  const said = { moves: 2, accuracy: 81, loss: 0, inaccuracies: 1, mistakes: 0, blunders: 0, only_moves: 0 };
  assert.deepEqual(tally(line, sideOf, { white: { ...said, moves: 0 }, black: said }).black, { accuracy: 81, blunders: 1, mistakes: 0, inaccuracies: 1 });
});

test("one goes to the next of some moves, and from the last to the first", () => {
  const [first, second, third, fourth] = tree().mainLine();
  assert.deepEqual([following([second, fourth], first), following([second, fourth], second), following([second, fourth], fourth), following([], third)], [second, fourth, second, undefined]);
});

test("a forced move has its square beside the board, and none in the list", () => {
  const [, , third] = tree().mainLine();
  third.judged = /** @type {JudgedMove} */ ({ only: true });
  assert.deepEqual([signOf(third), listedSign(third)], ["□", ""]);
});
