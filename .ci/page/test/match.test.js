// What happens to a game when its players change.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveMatch } from "../../../protocol/web/page/match.js";

const moves = [{ move: "1-6", text: "1-6" }];

// start returns a match at a position with White to move, and what it does.
function start() {
  const root = { depth: 0, answer: { turn: "w", moves }, line: () => [] };
  const child = { depth: 1, answer: { turn: "b", moves }, parent: root, line: () => [] };
  /** @type {Record<string, (e: unknown) => void>} */
  const on = {};
  /** @type {Record<string, string>} */
  const tags = {};
  /** @type {string[]} */
  const notices = [];
  const log = { searches: /** @type {{ engine: string, answer: (end: unknown) => void, fail: (error: unknown) => void, onInfo: (info: unknown) => void }[]} */ ([]), stops: 0, plays: 0 };
  const session = {
    about: { engines: [{ name: "Other", analyses: true }] },
    tree: { setTag: (/** @type {string} */ name, /** @type {string} */ value) => { tags[name] = value; }, find: () => root, remove() {} },
    node: root,
    on: (/** @type {string} */ name, /** @type {(e: unknown) => void} */ run) => { on[name] = run; },
    emit() {}, changed() {}, redraw() {}, query: () => ({}), turnBefore: (/** @type {{ depth: number }} */ { depth }) => (depth % 2 ? "w" : "b"), goTo: async () => {},
    play: () => { log.plays++; return new Promise(() => {}); },
  };
  const engine = {
    search: (/** @type {{ engine: string }} */ { engine }, /** @type {(info: unknown) => void} */ onInfo) => new Promise((answer, fail) => { log.searches.push({ engine, answer, fail, onInfo }); }),
    stop: () => { log.stops++; },
    ask: async () => /** @type {never} */ ({ accepted: false }),
  };
  const tell = { say() {}, notify: (/** @type {string} */ text) => notices.push(text), complain() {} };
  const match = new LiveMatch(/** @type {never} */ (session), /** @type {never} */ (engine), tell);
  const arrive = () => { session.node = /** @type {never} */ (child); on.played({ node: child }); };
  return { match, log, tags, notices, arrive };
}

/** @param {() => boolean} holds */
async function eventually(holds) {
  for (let i = 0; i < 500 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(holds());
}

test("another player while a found move is on its way", async () => {
  const { match, log, arrive } = start();
  match.begin({ human: "b", players: { w: "Other", b: null }, level: 1, time: { move: 1 } });
  log.searches[0].answer({ found: true, move: "1-6" });
  await eventually(() => log.plays === 1);
  match.seat("w", "");
  assert.equal(match.thinking, true); // Stupol thinks in the place of the other
  const stops = log.stops;
  arrive();
  assert.equal(match.thinking, false);
  assert.equal(log.stops, stops + 1);
  assert.equal(match.standing(), "turn");
});

test("the moves before a side is taken over are not the user's", () => {
  const { match, arrive } = start();
  match.begin({ human: "b", players: { w: "Other", b: null }, level: 1, time: { move: 1 } });
  arrive();
  match.seat("b", null); // which the user has
  assert.equal(match.state?.from, 0);
  match.seat("w", null);
  assert.equal(match.state?.from, 1);
  match.seat("w", "");
  assert.equal(match.state?.from, 1);
});

test("no time is won by a move that is taken back", async () => {
  for (const used of [0, 3000, 44_999, 45_000]) {
    const { match, notices } = start();
    match.begin({ human: "w", level: 1, time: { base: 60_000, increment: 5000 } });
    const own = { depth: 1, parent: match.live, spent: 20_000 };
    const theirs = { depth: 2, parent: own, spent: 8000, answer: { turn: "w", moves }, line: () => [own, theirs] };
    Object.assign(match, { live: theirs });
    Object.assign(/** @type {Match} */ (match.state), { clocks: { w: 45_000, b: 57_000 } });
    const now = performance.now;
    try {
      performance.now = () => match.started + used;
      await match.takeBack();
    } finally {
      performance.now = now;
    }
    const left = used < 45_000 ? { w: 40_000 - used, b: 60_000 } : { w: 45_000, b: 57_000 };
    assert.deepEqual([match.state?.clocks, notices.length], [left, used < 45_000 ? 0 : 1]);
    match.leave();
  }
});

test("a kept game with an engine that is no longer offered", async () => {
  const { match, log, tags, notices } = start();
  await match.resume(/** @type {never} */ ({ human: "b", players: { w: "Gone", b: null }, level: 7, time: { move: 1 }, over: false, clocks: null }));
  assert.equal(match.playerOf("w"), "");
  assert.equal(log.searches[0].engine, "");
  assert.match(tags.White, /Stupol/);
  assert.deepEqual(notices, ["Gone is no longer offered: Stupol plays in its place."]);
  match.leave();
  await match.resume(/** @type {never} */ ({ human: "b", players: { w: "Other", b: null }, level: 7, time: { move: 1 }, over: false, clocks: null }));
  assert.equal(log.searches[1].engine, "Other");
  assert.equal(notices.length, 1);
});

test("the databases end a game of two engines, if they may, and none that the user plays", () => {
  for (const [players, settle, over] of /** @type {const} */ ([[{ w: "Other", b: "" }, true, true], [{ w: "Other", b: "" }, false, false], [{ w: "Other", b: null }, true, false]])) {
    const { match } = start();
    Object.assign(/** @type {object} */ (match.session.node.answer), { settled: { outcome: "black", reason: "endgame database: won" } });
    match.begin({ human: "b", players, settle, level: 1, time: { move: 1 } });
    assert.equal(match.state?.over, over);
    if (over) assert.deepEqual(match.session.tree.result, "0-1");
  }
  const { match } = start();
  Object.assign(/** @type {object} */ (match.session.node.answer), { settled: { outcome: "draw", reason: "endgame database: drawn" } });
  match.begin({ human: "b", players: { w: "Other", b: null }, settle: true, level: 1, time: { move: 1 } });
  match.seat("b", ""); // the user leaves it to Stupol
  assert.equal(match.state?.over, true);
});

test("what engines find is told when they play each other, and not when one plays the user", async () => {
  for (const [players, told] of /** @type {const} */ ([[{ w: "Other", b: "" }, true], [{ w: "Other", b: null }, false]])) {
    const { match, log } = start();
    match.begin({ human: "b", players, level: 1, time: { move: 1 } });
    log.searches[0].onInfo({ line: 1, score: 12, chance: 0.6 });
    assert.equal(match.says.w?.score, told ? 12 : undefined);
    assert.equal(match.duel(), told);
  }
  const { match } = start();
  match.begin({ human: "b", players: { w: "Other", b: "" }, level: 1, time: { move: 1 } });
  const state = /** @type {Match} */ (match.state);
  for (const depth of [0, 2, 4, 2]) { // moves are taken back from 4 to 2
    match.says.w = /** @type {never} */ ({ chance: depth / 10 });
    match.note(state, "w", /** @type {never} */ ({ depth }));
  }
  assert.deepEqual(state.chances?.w, [[0, 0], [2, 0.2]]);
});
