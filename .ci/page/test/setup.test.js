// What is drawn on the board by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser } from "./browser.js";

await new Browser().open(); // for what setup.js needs
const { Pattern, mirrored } = await import("../../../protocol/web/page/setup.js");

// drawn returns a pattern over eight squares, what the board shows, and the ways back that were offered.
function drawn() {
  const board = { text: "", draw(text) { this.text = text; }, mark() {}, arrows() {} };
  const session = { variant: { squares: Array(8) }, board: "Bbbeeeeww", redraw() {} };
  const ways = [];
  const pattern = new Pattern(session, board, { setMoves() {} }, { notify: (text, seconds, remedy) => { ways.push(remedy.act); return () => {}; } });
  pattern.enter(true);
  return { pattern, board, ways };
}

const stroke = (pattern, ...squares) => {
  pattern.press(squares[0]);
  for (const square of squares.slice(1)) pattern.over(square);
  pattern.release();
};

test("a stroke puts one thing on all squares that it meets, or clears them", () => {
  const { pattern, board } = drawn();
  stroke(pattern, 2, 3, 0, 5);
  assert.equal(board.text, "W.ww.w...");
  pattern.over(8); // after it has ended
  assert.equal(board.text, "W.ww.w...");
  pattern.piece = "b";
  stroke(pattern, 3, 4);
  assert.equal(board.text, "W.wbbw...");
  stroke(pattern, 4, 2, 7);
  assert.equal(board.text, "W..b.w...");
});

test("what was drawn by hand can be had back, and nothing else is offered", () => {
  const { pattern, board, ways } = drawn();
  pattern.replace(pattern.empty());
  assert.equal(ways.length, 0);
  stroke(pattern, 1);
  pattern.take();
  assert.deepEqual([board.text, ways.length], ["Wbb....ww", 1]);
  pattern.replace(pattern.empty());
  assert.deepEqual([board.text, ways.length], ["W........", 2]);
  ways[1]();
  assert.equal(board.text, "Wbb....ww");
  ways[0]();
  assert.equal(board.text, "Ww.......");
});

test("a pattern stays while a game is on the board, and goes with another board", () => {
  const { pattern, board, ways } = drawn();
  stroke(pattern, 1);
  pattern.enter(false);
  board.text = "a game";
  pattern.take();
  assert.equal(board.text, "a game");
  pattern.enter(true);
  assert.equal(board.text, "Wbb....ww");
  pattern.session.variant.squares.pop();
  pattern.enter(true);
  assert.equal(board.text, "W.......");
  ways[0]();
  assert.equal(board.text, "W.......", "what was on the other board");
});

test("a board is mirrored with the colours exchanged, and back", () => {
  assert.equal(mirrored("WbeeeBWw"), "BbBWeeew");
  assert.equal(mirrored(mirrored("WbeeeBWw")), "WbeeeBWw");
});
