import assert from "node:assert/strict";
import { test } from "node:test";

import { chanceAt, foundIn, isDeeper, isMistake, keep, learned, scoreAt, signOf, summary, tell, verdictOf, withoutSign } from "../../../protocol/web/page/judgements.js";
import { Tree } from "../../../protocol/web/page/tree.js";

const done = (more = {}) => ({ found: true, score: 12, chance: 0.53, depth: 9, moves: ["32-28", "18-23"], ...more });

// positions returns the nodes of a game: of the start, after 32-28 and after 19-23.
function positions() {
  const tree = new Tree({ variant: "international", line: [{ move: "32-28" }, { move: "19-23" }] });
  return [tree.root, ...tree.mainLine()];
}

test("what a search has found is kept with its line, of which the end is cut off", () => {
  assert.deepEqual(learned(done(), 2, "usual"), { score: 12, kind: undefined, plies: undefined, chance: 0.53, depth: 9, pass: 2, budget: "usual", line: ["32-28", "18-23"] });
  assert.equal(learned(done({ moves: Array(50).fill("32-28") })).line.length, 40);
});

test("a line that was cut off goes on by an earlier one, and the browser keeps less of it", () => {
  const tree = new Tree({ variant: "international" });
  const { root } = tree;
  keep(root, { ply: 0, pass: 1, nodes: 500 }, done({ depth: 8, moves: ["32-28", ...Array(29).fill("18-23")] }), "usual");
  keep(root, { ply: 0, pass: 2, nodes: 500 }, done(), "usual");
  assert.deepEqual([root.score.line.length, root.score.pass, tree.forStorage().score.line.length], [30, 2, 14]);
  keep(root, { ply: 0, pass: 3, nodes: 500 }, done({ moves: ["32-28", "19-23"] }), "usual");
  assert.deepEqual(root.score.line, ["32-28", "19-23"]);
});

test("a deeper search is not replaced, but has done what was asked for", () => {
  const [root] = positions();
  root.score = { score: 30, depth: 20, line: ["33-28"], pass: 0 };
  keep(root, { ply: 0, pass: 1, nodes: 500 }, done(), "usual");
  assert.deepEqual([root.score.score, root.score.pass], [30, 1]);
  keep(root, { ply: 0, pass: 2, nodes: 500 }, done({ depth: 20, score: 31 }), "usual");
  assert.deepEqual([root.score.score, root.score.pass], [31, 2]);
});

test("a score that a file has is replaced by any search", () => {
  const [root] = positions();
  root.score = { score: 30, depth: 20 };
  assert.equal(isDeeper(root.score, done()), false);
  keep(root, { ply: 0, pass: 1, nodes: 500 }, done(), "usual");
  assert.equal(root.score.score, 12);
});

test("what was found of the other moves is about those that are others now", () => {
  const nodes = positions();
  keep(nodes[0], { ply: 0, others: true, pass: 1, nodes: 500 }, done({ moves: ["33-28"], depth: 30 }), "usual", "32-28");
  assert.equal(nodes[0].score, null);
  assert.deepEqual(foundIn(nodes), [{ ply: 0, pass: 1, score: 12, line: ["33-28"], others: true }]);
  nodes[1].move = "31-27"; // another move is the main line
  assert.deepEqual(foundIn(nodes), []);
  keep(nodes[0], { ply: 0, others: true, pass: 1, nodes: 500 }, done(), "usual", "31-27");
  assert.deepEqual(foundIn(nodes)[0].line, ["32-28", "18-23"]);
});

test("the server is told what is known, of each position", () => {
  const nodes = positions();
  nodes[1].score = { score: -7 };
  keep(nodes[2], { ply: 2, pass: 3, nodes: 500 }, done(), "usual");
  assert.deepEqual(foundIn(nodes), [{ ply: 1, score: -7 }, { ply: 2, pass: 3, score: 12, line: ["32-28", "18-23"] }]);
});

test("what was found with a smaller budget is known, and spares no search", () => {
  const nodes = positions();
  keep(nodes[0], { ply: 0, pass: 2, nodes: 500 }, done(), "usual");
  nodes[1].score = learned(done({ moves: ["19-23"] }), 2); // of a time without budgets
  const passes = (budget) => foundIn(nodes, budget).map((f) => f.pass);
  assert.deepEqual(["quick", "usual", "deep"].map(passes), [[2, 0], [2, 0], [0, 0]]);
});

test("a score is that of a search, or what the server has made of a later one", () => {
  const [root] = positions();
  assert.equal(scoreAt(root), undefined);
  root.judged = { score: { score: 4 } };
  assert.equal(scoreAt(root).score, 4);
  root.score = { score: 3 };
  assert.equal(scoreAt(root).score, 3);
});

test("moves get what is said of them, and lose it", () => {
  const nodes = positions();
  const judged = { ply: 2, number: 1, side: "black", move: "19-23", eval: "0.40", chance: 0.4, counts: true, loss: 0.12, verdict: "mistake", sign: "?" };
  assert.equal(tell(nodes, { chances: [0.5, null, 0.6], moves: [judged], sides: null, next: [] }), true);
  assert.equal(tell(nodes, { chances: [0.5, null, 0.6], moves: [judged], sides: null, next: [] }), false);
  assert.deepEqual(nodes.map(isMistake), [false, false, true]);
  assert.deepEqual(nodes.map(chanceAt), [0.5, null, 0.6]);
  assert.equal(tell(nodes, { chances: [0.5, 0.5, 0.5], moves: [], sides: null, next: [] }), true);
  assert.deepEqual(nodes.map(isMistake), [false, false, false]);
});

test("the sign of a move is that of people, of the server, or of the glyphs of a file", () => {
  const [, node] = positions();
  assert.deepEqual([signOf(node), verdictOf(node)], ["", ""]);
  node.glyphs = [146, 4];
  assert.deepEqual([signOf(node), verdictOf(node), isMistake(node)], ["??", "blunder", true]);
  node.judged = { verdict: "inaccuracy", sign: "?!" };
  assert.equal(signOf(node), "??", "the author of the file says so");
  node.given = 4; // an earlier analysis does
  assert.deepEqual([signOf(node), verdictOf(node), isMistake(node)], ["?!", "inaccuracy", false]);
  node.signs = "!";
  assert.equal(signOf(node), "!");
  Object.assign(node, { signs: "", glyphs: [7], judged: { verdict: "mistake", sign: "?" } });
  assert.equal(signOf(node), "?", "an only move may be a mistake");
  Object.assign(node, { signs: "", glyphs: [], judged: { only: true } });
  assert.deepEqual([signOf(node), verdictOf(node)], ["□", ""]);
  assert.deepEqual(withoutSign([4, 146, 7]), [146]);
});

test("a chance that a search has told is shown until the server has judged", () => {
  const [root] = positions();
  root.score = { score: 10, chance: 0.52 };
  assert.equal(chanceAt(root), 0.52);
  root.chance = 0;
  assert.equal(chanceAt(root), 0);
});

test("the summary counts", () => {
  const side = { moves: 20, accuracy: 93.06, loss: 0.02, inaccuracies: 2, mistakes: 0, blunders: 1, only_moves: 0 };
  const none = { ...side, moves: 0, accuracy: null, inaccuracies: 1, blunders: 0, mistakes: 1 };
  assert.equal(summary({ white: side, black: none }),
    "White: accuracy 93.1 %, 1 blunder, 0 mistakes, 2 inaccuracies. Black: 0 blunders, 1 mistake, 1 inaccuracy.");
});
