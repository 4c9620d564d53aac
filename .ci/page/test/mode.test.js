import assert from "node:assert/strict";
import { test } from "node:test";

import { Ahead } from "../../../protocol/web/page/ahead.js";
import { Mode, may, modeOf, standing } from "../../../protocol/web/page/mode.js";

const yesNo = [false, true];
const phases = ["off", "analysing", "ask", "judging", "wrong", "right", "shown", "end"];
const standings = ["none", "turn", "waiting", "back"];
const rights = ["move", "ahead", "mark", "step", "think", "edit", "save"];
const free = { lent: "", puzzle: false, phase: "off", asked: false, match: "none" };

// all is every state that the facts can be in, those that the page never reaches too.
const all = ["", "setup", "pattern"].flatMap((lent) => yesNo.flatMap((puzzle) => phases.flatMap((phase) =>
  yesNo.flatMap((asked) => standings.map((match) => ({ lent, puzzle, phase, asked, match }))))));

const granted = (facts) => rights.filter((right) => may(right, facts)).join(" ");

test("each mode has its rights", () => {
  for (const [facts, name, want] of [
    [{}, "analysing", "move mark step think edit save"],
    [{ match: "turn" }, "playing", "move mark step save"],
    [{ match: "waiting" }, "playing", "ahead mark step save"],
    [{ match: "back" }, "playing", "mark step save"],
    [{ phase: "analysing" }, "learning", "mark step think edit save"],
    [{ phase: "ask", asked: true }, "learning", "move mark step edit save"],
    [{ phase: "wrong" }, "learning", "mark step edit save"],
    [{ puzzle: true, asked: true }, "puzzle", "move mark step edit"],
    [{ puzzle: true }, "puzzle", "mark step edit"],
    [{ lent: "setup" }, "setup", "edit save"],
    [{ lent: "setup", match: "turn" }, "setup", "save"],
    [{ lent: "setup", puzzle: true }, "setup", "edit"],
    [{ lent: "pattern", puzzle: true }, "pattern", "edit"],
    [{ lent: "pattern" }, "pattern", "edit save"],
    [{ lent: "pattern", match: "waiting" }, "pattern", "save"],
  ]) {
    assert.equal(modeOf({ ...free, ...facts }), name);
    assert.equal(granted({ ...free, ...facts }), want, JSON.stringify(facts));
  }
});

test("nothing helps or takes moves away while a game is played, whatever is open", () => {
  for (const facts of all.filter(({ match, puzzle, phase }) => match !== "none" && !puzzle && phase === "off")) {
    assert.equal(may("think", facts), false, JSON.stringify(facts));
    assert.equal(may("edit", facts), false, JSON.stringify(facts));
  }
});

test("what is drawn on the board takes it from the game", () => {
  for (const facts of all.filter(({ lent }) => lent)) {
    for (const right of ["move", "ahead", "mark", "step", "think"]) assert.equal(may(right, facts), false, JSON.stringify(facts));
    assert.equal(new Mode(() => facts).isLent(), true);
  }
});

test("a move is made or chosen in advance, never both; a puzzle is not kept as the game", () => {
  for (const facts of all) {
    assert.ok(!(may("move", facts) && may("ahead", facts)), JSON.stringify(facts));
    if (modeOf(facts) === "puzzle") assert.equal(may("save", facts), false);
    if (modeOf(facts) === "learning" || modeOf(facts) === "puzzle") assert.equal(may("move", facts), facts.asked);
  }
});

test("a mode follows the facts", () => {
  let facts = free;
  const mode = new Mode(() => facts);
  assert.equal(mode.name, "analysing");
  facts = { ...free, phase: "ask" };
  assert.equal(mode.name, "learning");
  assert.equal(mode.isLesson(), true);
  assert.equal(mode.may("move"), false);
});

// A game of which the user has White: live is the last node that counts.
const start = { parent: null, answer: { turn: "w" } };
const live = { parent: start, answer: { turn: "b" } };
const arriving = { parent: live, answer: { turn: "w" } };

test("a game is the user's, Stupol's, or looked back at", () => {
  const game = { active: true, human: "w", live, thinking: false };
  for (const [change, node, want] of [
    [{ active: false }, live, "none"],
    [{ live: null }, live, "none"],
    [{ thinking: true }, live, "waiting"],
    [{}, live, "waiting"], // the server has not answered: it is Stupol's turn all the same
    [{}, arriving, "waiting"],
    [{}, start, "back"],
    [{ live: start }, start, "turn"],
    [{ live: arriving }, arriving, "turn"],
    [{ live: arriving, thinking: true }, arriving, "waiting"],
    [{ live: { parent: null } }, { parent: null }, "back"],
  ]) assert.equal(standing({ ...game, ...change }, node), want);
});

// ahead returns the moves in advance of someone who has pieces on 31 and 32, and what is marked.
function ahead() {
  const marked = {};
  return { ahead: new Ahead({ mark: (kind, squares) => (marked[kind] = squares) }, (square) => square === 31 || square === 32), marked };
}

const move = (name) => ({ move: name, paths: [{ squares: name.split("-").map(Number), captured: [] }] });

test("a move in advance is taken if one fits", () => {
  const { ahead: a, marked } = ahead();
  a.press(32);
  a.press(28);
  assert.deepEqual(marked.ahead, [32, 28]);
  assert.deepEqual(a.take([move("32-27"), move("32-28")]), { move: move("32-28"), fitting: 1 });
  assert.deepEqual(marked.ahead, []);
  a.press(32);
  a.release(28);
  assert.deepEqual(a.take([move("32-27")]), { fitting: 0 });
});

test("a piece taken in advance is given back with its mark", () => {
  const { ahead: a, marked } = ahead();
  a.press(31);
  assert.equal(a.to, 0);
  assert.equal(a.give(), 31);
  assert.deepEqual(marked.ahead, []);
  assert.equal(a.from, 0);
  a.press(40); // not the user's
  assert.equal(a.from, 0);
});
