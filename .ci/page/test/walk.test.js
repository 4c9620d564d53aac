// A random walk over everything that changes the game: keys, clicks, panels, a match against Stupol,
// and answers that come late, in another order, or not at all. After each step what must always
// hold is checked. The server is a toy: the page knows no rules, so any moves will do.

import assert from "node:assert/strict";
import { test } from "node:test";

// What takes time is done when the walk says so.
let now = 0;
/** @type {{ at: number, run: () => void }[]} */
let timers = [];
performance.now = () => now;
globalThis.setTimeout = /** @type {never} */ ((run, wait = 0) => timers.push({ at: now + wait, run }));
/** @type {((fails: boolean) => void)[]} */
let pending = []; // questions without an answer so far

const squares = 20;
const mostPlies = 14; // after which a game ends

// answerTo is what the toy server says of a position: three moves, of which one captures, until the end.
function answerTo({ fen = "", moves = [], known = 0 }) {
  const first = fen.startsWith("B") ? "B" : "W";
  const turn = (depth) => ((depth % 2 === 0) === (first === "W") ? "w" : "b");
  const legal = (depth) => [0, 1, 2].map((i) => {
    const from = 1 + ((7 * depth + 3 * i) % squares);
    const to = 1 + ((7 * depth + 3 * i + 5) % squares);
    const move = i === 2 ? `${from}x${to}x${1 + (to % squares)}` : `${from}-${to}`;
    return { move, text: move, long: move, paths: [{ squares: [from, to], captured: i === 2 ? [1 + (to % squares)] : [] }] };
  });
  moves.forEach((move, depth) => {
    if (!legal(depth).some((m) => m.move === move)) throw new Error(`${move} is not legal after ${depth} moves`);
  });
  const over = moves.length >= mostPlies;
  const board = (depth) => (turn(depth) === "w" ? "W" : "B") + "wb".repeat(squares / 2);
  return {
    start: board(0), fen: "fen", board: board(moves.length), diagram: "", turn: turn(moves.length), repetitions: 1, moves: over ? [] : legal(moves.length),
    plies: moves.slice(known).map((move, i) => ({ move, text: move, path: { squares: [1, 2], captured: [] }, board: board(known + i + 1) })),
    ...(over && { result: { outcome: "draw", reason: "agreed" } }),
  };
}

// later answers when the walk says so.
const later = (answer) => new Promise((resolve, reject) => pending.push((fails) => (fails ? reject(new TypeError("no network")) : resolve(answer()))));

globalThis.fetch = /** @type {never} */ ((/** @type {string} */ path, /** @type {{ body: string }} */ { body }) => later(() => {
  assert.equal(path, "/api/position");
  return new Response(JSON.stringify(answerTo(JSON.parse(body))));
}));

// An engine that answers late, or is stopped.
class ToyEngine {
  search(request) {
    this.stop();
    return new Promise((resolve, reject) => {
      this.stop = () => { reject(new DOMException("stopped", "AbortError")); this.stop = () => {}; };
      later(() => resolve({ move: answerTo(request).moves[now % 3]?.move, text: "", found: !request.engine || now % 7 > 0, depth: 1 })).catch(reject);
    });
  }

  stop() {}

  offerDraw() {
    return later(() => ({ accepted: now % 2 === 0 }));
  }
}

const { Control } = await import("../../../protocol/web/page/control.js");
const { LiveMatch } = await import("../../../protocol/web/page/match.js");
const { Session } = await import("../../../protocol/web/page/session.js");

const about = { variants: [{ name: "toy", title: "Toy", size: 10, rows: 3, first: "w", squares: [], draws: [] }], levels: [], engines: [{ name: "Other", analyses: true }], threads: 1, hash: 1, version: "" };

// random returns numbers below n, the same for each seed.
function random(seed) {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (((state ^ (state >>> 13)) >>> 0) % n);
  };
}

const settle = async () => { for (let i = 0; i < 12; i++) await null; };

// walk goes so many steps, and returns how often each mode was on the board.
async function walk(seed, steps) {
  const any = random(seed);
  [now, timers, pending] = [0, [], []];
  const session = new Session(/** @type {never} */ (about));
  /** @type {Error[]} */
  const wrong = [];
  const complain = (error) => { if (!(error instanceof DOMException) && !/answer|network/.test(error.message)) wrong.push(error); };
  const match = new LiveMatch(session, /** @type {never} */ (new ToyEngine()), { say() {}, notify() {}, complain });
  const control = new Control(session, match);
  const { mode } = control;
  const learn = { phase: "off", position: () => session.tree.root };
  const puzzles = { phase: "off", position: () => session.tree.root };
  Object.assign(control, { learn, puzzles });
  session.on("game", () => { learn.phase = "off"; }); // as the lessons do
  /** @type {(() => Promise<unknown>)[]} */
  const undos = [];
  let kept = { variant: "toy" };
  let loading = false; // a game: the page does these one after the other
  const begin = async (game, at, ply) => {
    if (loading) return;
    loading = true;
    try {
      await session.begin(game, at, ply);
      match.leave();
      await match.resume(game.play);
    } finally {
      loading = false;
    }
  };
  const pick = (list) => list[any(list.length)];
  const actions = {
    step: () => control.step(pick(["first", "back", "forward", "last"])),
    sibling: () => control.sibling(pick([-1, 1])),
    click: () => session.node.answer?.moves.length && control.play(pick(session.node.answer.moves)),
    promote: () => control.promote(any(2) === 0),
    remove: () => { const removed = control.remove(); if (removed) undos.push(removed.undo); return removed?.gone; },
    undo: () => pick(undos)?.(),
    lend: () => { control.lent = pick(["setup", "pattern", "", "", ""]); },
    learn: () => { if (!control.aside && match.standing() === "none") learn.phase = pick(["off", "off", "analysing", "ask", "judging", "wrong", "right"]); },
    puzzle: async () => {
      if (loading) return;
      if (control.aside) {
        const { aside } = control;
        await begin(aside, aside.at);
        if (!loading) control.aside = null;
      } else {
        const game = { ...session.tree.forStorage(), at: session.node.line().map((n) => n.move), play: match.forStorage() };
        await begin({ variant: "toy", fen: pick(["W:", "B:"]) });
        [control.aside, puzzles.phase] = [game, pick(["ask", "right"])];
      }
    },
    match: () => {
      if (control.aside || loading || learn.phase !== "off" || session.node.answer?.result || !session.node.answer) return;
      match.leave();
      if (session.node.children.length) return; // the page copies such a game first
      match.begin({ human: pick(["w", "b"]), players: pick([undefined, { w: "Other", b: "" }]), level: 5, time: pick([{ move: 500 }, { base: 3000, increment: 2000 }]) });
    },
    seat: () => { if (match.active()) match.seat(pick(["w", "b"]), pick([null, null, "", "Other"])); },
    back: () => match.takeBack(),
    offer: () => match.offerDraw(),
    resign: () => { if (match.active()) match.end(match.own() === "w" ? "black" : "white", "resignation"); },
    keep: () => { if (!control.aside) kept = JSON.parse(JSON.stringify({ ...session.tree.forStorage(), at: session.node.line().map((n) => n.move), play: match.forStorage() })); },
    open: () => { if (!control.aside) return begin(kept, kept.at); },
    link: () => { if (!control.aside) return begin({ variant: "toy" }, ["1-6", "8-13", "15-20"], any(4)); },
    time: () => { now += pick([50, 400, 3000, 20000]); for (const due of timers.splice(0)) if (due.at <= now) due.run(); else timers.push(due); match.tick(); },
    answer: () => pending.splice(any(pending.length || 1), 1)[0]?.(any(12) === 0),
    answers: () => { for (const answer of pending.splice(0)) answer(false); },
  };
  const names = [...Object.keys(actions), "answer", "answer", "answers", "click", "click", "time"];
  /** @type {Record<string, number>} */
  const modes = {};
  await Promise.all([session.begin({ variant: "toy" }), settle().then(actions.answers)]);
  for (let i = 0; i < steps; i++) {
    const name = pick(names);
    const before = session.tree;
    const standing = match.standing();
    const plies = before.mainLine().length;
    const promise = actions[name]?.();
    if (promise instanceof Promise) promise.catch(complain);
    await settle();
    modes[mode.name] = (modes[mode.name] ?? 0) + 1;
    const at = `seed ${seed}, step ${i}: ${name}`;
    assert.deepEqual(wrong, [], at);
    assert.ok(session.tree.has(session.node), `${at}: the place shown is not in the game`);
    if (match.active()) {
      assert.ok(match.live && session.tree.has(match.live), `${at}: the match goes on elsewhere`);
      assert.ok(!match.thinking || !match.live?.answer || match.playerOf(match.live.answer.turn) !== null, `${at}: an engine thinks for the user`);
      assert.ok(!mode.may("edit") && !mode.may("think"), `${at}: help in a match`);
      for (const left of Object.values(match.state?.clocks ?? {})) assert.ok(Number.isFinite(left), `${at}: a clock shows ${left}`);
    } else {
      assert.ok(!match.thinking, `${at}: Stupol thinks without a match`);
    }
    if (match.state?.over) assert.notEqual(session.tree.result, "*", `${at}: a match without a result is over`);
    if (name === "click" && standing !== "turn" && standing !== "none") assert.equal(before.mainLine().length, plies, `${at}: a move out of turn`);
    if (mode.isLent()) assert.ok(!["move", "ahead", "mark", "step", "think"].some((right) => mode.may(/** @type {never} */ (right))), `${at}: the game behind the draft`);
    assert.ok(!(mode.may("move") && mode.may("ahead")), `${at}: a move and a premove`);
  }
  return modes;
}

test("a random walk breaks nothing", async () => {
  /** @type {Record<string, number>} */
  const modes = {};
  for (let seed = 1; seed <= 20; seed++) for (const [mode, n] of Object.entries(await walk(seed, 1000))) modes[mode] = (modes[mode] ?? 0) + n;
  for (const mode of ["analysing", "learning", "pattern", "playing", "puzzle", "setup"]) assert.ok(modes[mode] > 200, `${mode} was on the board ${modes[mode]} times`);
});
