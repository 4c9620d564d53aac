import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree, plain } from "../../../protocol/web/page/tree.js";

// game is 32-28 19-23 28x19, with 18-22 instead of the second move, and 17-22 27x18
// instead of that again.
const game = () => ({
  variant: "international", draws: "", fen: "", tags: [{ name: "White", value: "A" }], result: "1-0", end: "White wins",
  before: ["begun"], score: { score: 3 },
  line: [
    { move: "32-28", text: "32-28", signs: "!" },
    {
      move: "19-23", text: "19-23", comments: ["well"], score: { score: -20 },
      instead: [
        [{ move: "18-22", text: "18-22", before: ["or"] }],
        [{ move: "17-22", text: "17-22", glyphs: [7] }, { move: "27x18", text: "27x18" }],
      ],
    },
    { move: "28x19", text: "28x19", glyphs: [1, 4], clock: 0, spent: 1200, given: 4 },
  ],
});

const moves = (nodes) => nodes.map((n) => n.move).join(" ");

test("what is kept is what was read", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(new Tree(game()).forStorage())), game());
});

test("a game of nothing but its variant is empty", () => {
  const tree = new Tree({ variant: "russian" });
  assert.deepEqual([tree.result, tree.tags, tree.mainLine()], ["*", [], []]);
  assert.deepEqual(tree.forStorage().line, []);
});

test("the main line is that of the first children", () => {
  const tree = new Tree(game());
  assert.equal(moves(tree.mainLine()), "32-28 19-23 28x19");
  const variation = tree.find(["32-28", "17-22", "27x18"]);
  assert.equal(moves(variation.line()), "32-28 17-22 27x18");
  assert.equal(variation.depth, 3);
  assert.equal(variation.isMain(), false);
  assert.equal(variation.parent.last(), variation);
  assert.equal(tree.root.last().isMain(), true);
});

test("what is not in the tree is not found", () => {
  const tree = new Tree(game());
  assert.equal(tree.find(["32-28", "20-25"]), null);
  assert.equal(tree.find([]), tree.root);
});

test("a move is added once", () => {
  const tree = new Tree(game());
  const first = tree.root.children[0];
  assert.equal(tree.add(first, { move: "18-22" }), first.children[1]);
  assert.equal(first.children.length, 3);
  const added = tree.add(first, { move: "20-25", text: "20-25" });
  assert.deepEqual([first.children.length, first.children[3], added.parent], [4, added, first]);
});

test("a variation is promoted one step, from within it too", () => {
  const tree = new Tree(game());
  const node = tree.find(["32-28", "17-22", "27x18"]);
  tree.promote(node);
  assert.equal(moves(node.parent.parent.children), "19-23 17-22 18-22");
  tree.promote(node);
  assert.equal(moves(tree.mainLine()), "32-28 17-22 27x18");
  tree.promote(node);
  assert.equal(moves(node.parent.parent.children), "17-22 19-23 18-22");
});

test("without the first child the next one is the main line", () => {
  const tree = new Tree(game());
  tree.remove(tree.find(["32-28", "19-23"]));
  assert.equal(moves(tree.mainLine()), "32-28 18-22");
});

test("the server is told what it can write", () => {
  const told = new Tree(game()).forServer(false);
  assert.deepEqual(Object.keys(told).sort(), ["before", "fen", "line", "result", "tags", "variant"]);
  assert.deepEqual(told.line[0], { move: "32-28", signs: "!", glyphs: [], before: [], comments: [], clock: undefined, spent: undefined });
  assert.equal("score" in told.line[1], false);
  assert.deepEqual(told.line[1].instead[1].map((n) => n.move), ["17-22", "27x18"]);
  const { given, ...timed } = told.line[2];
  assert.deepEqual([given, timed.clock, timed.spent], [undefined, 0, 1200], "what an analysis has given is seen by its remark");
  const scored = new Tree(game());
  Object.assign(scored.find(["32-28", "19-23"]), { score: { score: -20, depth: 12, best: "17-22", bestText: "17-22", legal: 9 } });
  const { line } = JSON.parse(JSON.stringify(scored.forServer(true)));
  assert.deepEqual(line[1].score, { score: -20 }, "and not what has found it, which the server does not know");
});

test("tags are replaced, or added", () => {
  const tree = new Tree(game());
  tree.setTag("White", "B");
  tree.setTag("Black", "C");
  assert.deepEqual(tree.tags, [{ name: "White", value: "B" }, { name: "Black", value: "C" }]);
  assert.deepEqual([tree.tag("Black"), tree.tag("Event")], ["C", ""]);
});

test("a plain comment is without what programs say", () => {
  assert.equal(plain("[%eval 0.3] good [%clk 0:01:02]"), "good");
});

test("a line within a variation becomes the main line", () => {
  const tree = new Tree({ variant: "international", line: [
    { move: "a", text: "a", instead: [[{ move: "b", text: "b" }, { move: "c", text: "c", instead: [[{ move: "d", text: "d" }]] }]] }, { move: "e", text: "e" }] });
  const d = tree.find(["b", "d"]);
  tree.makeMain(d);
  assert.deepEqual(tree.mainLine().map((n) => n.move), ["b", "d"]);
  assert.deepEqual(tree.root.children.map((n) => n.move), ["b", "a"]);
  assert.ok(tree.find(["a", "e"]) && tree.find(["b", "c"]));
});
