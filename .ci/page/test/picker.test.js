import assert from "node:assert/strict";
import { test } from "node:test";

import { Picker } from "../../../protocol/web/page/picker.js";

// move makes a legal move of paths, which are texts: "28x19x23 taking 24 18".
function move(name, ...paths) {
  const numbers = (text) => text.match(/\d+/g)?.map(Number) ?? [];
  return { move: name, paths: paths.map((p) => p.split(" taking ")).map(([way, taken]) => ({ squares: numbers(way), captured: numbers(taken ?? "") })) };
}

const quiet = [move("32-28", "32-28"), move("32-27", "32-27"), move("33-28", "33-28"), move("34-30", "34-30")];

// Two captures go over 28 and 19 to 10, and part there; one goes elsewhere at once.
const left = move("37x6", "37x28x19x10x6 taking 32 23 14 8");
const right = move("37x5", "37x28x19x10x5 taking 32 23 14 9");
const other = move("37x26", "37x26 taking 31");

test("pieces that can move are where their moves begin", () => {
  const picker = new Picker(quiet);
  assert.deepEqual([...picker.starts()], [32, 33, 34]);
  assert.equal(picker.start(35), false);
  assert.equal(picker.from, 0);
  assert.equal(picker.start(32), true);
  assert.deepEqual([...picker.ends()], [28, 27]);
  assert.equal(picker.isTarget(28), true);
  assert.equal(picker.isTarget(30), false);
});

test("a piece and its target are a move", () => {
  const picker = new Picker(quiet);
  picker.start(32);
  assert.ok(!picker.choose(30));
  assert.ok(picker.choose(27));
  assert.equal(picker.only()?.move.move, "32-27");
});

test("a target alone is a move if but one move ends there", () => {
  const picker = new Picker(quiet);
  assert.ok(!picker.choose(28));
  assert.ok(picker.choose(30));
  assert.equal(picker.only()?.move.move, "34-30");
});

test("only is the move of a piece that has one", () => {
  const picker = new Picker(quiet);
  picker.start(33);
  assert.equal(picker.only().move.move, "33-28");
  picker.start(32);
  assert.equal(picker.only(), null);
});

test("a capture is made landing by landing", () => {
  const picker = new Picker([left, right, other]);
  picker.start(37);
  assert.equal(picker.at(), 37);
  assert.deepEqual([...picker.landings()], [28, 26]);
  assert.ok(picker.choose(28));
  assert.equal(picker.only(), null);
  assert.equal(picker.at(), 28);
  assert.deepEqual(picker.taken(), [32]);
  assert.equal(picker.isTarget(26), false);
  assert.ok(picker.choose(19));
  assert.equal(picker.only(), null);
  assert.ok(picker.choose(10));
  assert.equal(picker.only(), null);
  assert.deepEqual(picker.taken(), [32, 23, 14]);
  assert.ok(picker.choose(5));
  assert.equal(picker.only()?.move, right);
});

test("the end of a capture decides at once", () => {
  const picker = new Picker([left, right, other]);
  picker.start(37);
  assert.ok(picker.choose(6));
  assert.equal(picker.only()?.move, left);
});

test("a piece that only one capture takes decides", () => {
  const picker = new Picker([left, right, other]);
  picker.start(37);
  assert.equal(picker.isTarget(9), true);
  assert.ok(picker.choose(9));
  assert.equal(picker.only()?.move, right);
});

test("a piece that several captures take goes on to where they part", () => {
  const picker = new Picker([left, right, other]);
  picker.start(37);
  assert.ok(picker.choose(14));
  assert.equal(picker.only(), null);
  assert.equal(picker.at(), 10);
  assert.deepEqual(picker.moves(), [left, right]);
  assert.equal(picker.isTarget(14), false, "it is taken");
});

test("ways that differ only on the way are one move", () => {
  const round = move("47x36", "47x33x22x36 taking 38 28 31", "47x20x22x36 taking 38 28 31");
  const picker = new Picker([round]);
  picker.start(47);
  assert.ok(picker.choose(36));
  assert.equal(picker.only()?.move, round);
});

test("captures that differ by what they take alone do not go on to their end", () => {
  const picker = new Picker([move("a", "47x33x22x36 taking 38 28 31"), move("b", "47x33x22x36 taking 38 28 27")]);
  picker.start(47);
  assert.ok(picker.choose(36));
  assert.equal(picker.only(), null);
  assert.equal(picker.at(), 22);
});

test("cancel puts the piece back", () => {
  const picker = new Picker([left, right]);
  picker.start(37);
  picker.choose(28);
  picker.cancel();
  assert.deepEqual([picker.from, picker.step, picker.taken(), picker.moves()], [0, 0, [], []]);
});
