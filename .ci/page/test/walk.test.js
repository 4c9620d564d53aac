// A random walk over the whole page: keys, clicks, drags, panels, games against engines, what other
// tabs do, storage that is full, and answers that come late, in another order, as errors, or not at all. After
// each step what must always hold is checked.
//
// WALK=10000 goes so many steps, SEEDS=1-20 by these numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Page, random } from "./page.js";

const steps = Number(process.env.WALK ?? 700);
const [firstSeed, lastSeed] = (process.env.SEEDS ?? "1-2").split("-").map(Number);
const room = 6000; // characters, where storage is nearly full

// paths returns all lines of a game from its start, each as a text.
function paths({ line = [] }) {
  const all = new Set();
  const go = (items, before) => {
    for (const { move, instead = [] } of items) {
      for (const other of instead) go(other, before);
      before += move + " ";
      all.add(before);
    }
  };
  go(line, "");
  return all;
}

const texts = ["1-2", "7", "zzz"]; // typed as moves
const positions = ["W:W1:B2", "B:x", "nonsense", ""];
const pasted = ["g", "gg", "ggg g", "W:W1:B2", "W:a\nB:b", "?", "http://localhost/#v=tiny&m=1-2"];
const links = ["#v=international&m=1-2.7-8", "#v=tiny", "#v=nothing", "#puzzle=international.2", "#learn=white", "#rules=tiny", "#x"];
const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "h", "s", "l", "a", "f", "n", "t", "z", "m", "Escape", "Enter", "?", "r", "x"];
const card = { fen: "W:1", draws: "", move: "1-2", text: "1-2", sign: "??", loss: 0.3, chance: 0.4, kind: "taken", better: ["3-7"], better_moves: ["3-7"], reply: [], reply_moves: [], reply_paths: [], plies: 1, squares: [], games: ["x"], made: 1, state: { step: 0, due: 0, at: 0 } };
const cards = [card, { ...card, fen: "B:1", move: "2-3", text: "2-3", better: ["4-8"], better_moves: ["4-8"] }, { ...card, fen: "nonsense" }];
const deck = JSON.stringify({ format: "stupol-mistakes", version: 1, decks: { international: { cards: Object.fromEntries(cards.map((c) => [`${c.fen} ${c.move}`, c])), games: {} } } });
const named = "stupol.game.";

/** @type {Record<string, number>} */
const modes = {}; // how often each was on the board

class Walk {
  /** @type {Map<object, string[]>} */
  removed = new Map(); // what was taken out of trees
  full = false; // there was no room for a while
  others = new Set(); // games that another tab has written
  looked = new Set(); // games of lists, which only have been looked at: another takes their place

  constructor(seed) {
    this.any = random(seed);
    this.page = new Page(this.any);
  }

  pick(list) {
    return list[this.any(list.length)];
  }

  get app() {
    return this.page.app;
  }

  async load() {
    const { page } = this;
    await page.load();
    const { Tree: { prototype } } = await page.module("tree");
    const { remove } = prototype;
    const { removed } = this;
    prototype.remove = function (node) {
      removed.set(this, [...(removed.get(this) ?? []), node.line().map((n) => n.move + " ").join("")]);
      remove.call(this, node);
    };
  }

  // square is one that matters more often than not.
  square() {
    const { input, session } = this.app;
    const ways = (session.node.answer?.moves ?? []).flatMap((m) => m.paths.flatMap((p) => p.squares));
    if (input.picker.from && this.any(4)) return this.pick(input.picker.ways.flatMap((w) => w.path.squares));
    return ways.length && this.any(4) ? this.pick(ways) : 1 + this.any(session.variant.squares.length);
  }

  seen(fits) {
    return this.page.document.seen().filter((e) => !e.disabled && fits(e));
  }

  actions = {
    key: () => this.page.key(this.pick(keys)),
    sibling: () => this.page.key(this.pick(["ArrowLeft", "ArrowRight"]), true),
    square: () => this.page.press(this.square()),
    move: async () => {
      const way = this.pick(this.app.session.node.answer?.moves ?? []);
      if (!way) return;
      const { squares } = this.pick(way.paths);
      if (this.any(3)) return this.page.press(squares[0], squares.at(-1));
      for (const square of squares) this.page.press(square);
    },
    drag: () => this.page.press(this.square(), this.any(6) ? this.square() : 0),
    draw: () => this.page.press(this.square(), this.square(), 2),
    button: () => this.click(this.seen((e) => e.tag === "button" || e.tag === "summary")),
    tab: () => this.click(this.seen((e) => e.getAttribute("role") === "tab")),
    panel: () => this.click(this.seen((e) => e.tag === "button" && e.closest("[role=tabpanel]"))),
    list: () => this.click(this.seen((e) => e.classList.contains("game") || e.classList.contains("pv") || e.classList.contains("move"))),
    deck: () => this.click(this.seen((e) => ["deck-open", "deck-start", "pattern"].includes(e.id || e.parentElement.id))),
    select: () => {
      const select = this.pick(this.seen((e) => e.tag === "select" && e.id !== "language"));
      if (select?.options.length) this.page.choose(select, this.pick(select.options).value);
    },
    tick: () => {
      const box = this.pick(this.seen((e) => e.type === "checkbox" || e.type === "radio"));
      if (box?.type === "radio") this.page.choose(box, box.value, (box.checked = true));
      else box?.click();
    },
    write: () => {
      const field = this.pick(this.seen((e) => e.tag === "textarea" || (e.tag === "input" && !["checkbox", "radio", "file", "search"].includes(e.type))));
      if (!field) return;
      const words = { type: texts, "setup-fen": positions, paste: pasted, level: ["1", "10"], minutes: ["0.1", "3"], "deck-player": ["A", ""] }[field.id] ?? ["A", "1", ""];
      if (this.any(4)) field.focus();
      this.page.choose(field, this.pick(words));
      if (field.closest("form")) this.page.document.send(field.closest("form"), "submit");
    },
    file: async () => {
      const field = this.pick(this.page.document.querySelectorAll("[type=file]"));
      const text = this.pick(["{}", "gg", deck]);
      field.files = [{ name: "file", size: text.length, text: async () => text, arrayBuffer: async () => new TextEncoder().encode(text) }];
      this.page.document.send(field, "change");
    },
    paste: () => this.page.document.send(this.page.document.body, "paste", { clipboardData: { getData: () => this.pick(pasted) } }),
    link: () => {
      this.page.hash = this.pick(links);
      this.page.document.send(this.page.window, "hashchange", { newURL: "http://localhost/" + this.page.hash });
    },
    time: () => this.page.pass(this.pick([20, 60, 400, 1000, 3000, 20000])),
    answer: () => this.answer(this.pick(["well", "well", "well", "well", "well", "well", "refused", "busy", "lost"])),
    answers: () => this.page.answerAll(),
    fill: () => {
      this.full = true;
      this.page.local.limit(this.any(2) ? room : undefined);
    },
    otherTab: () => this.otherTab(),
    reload: () => { if (!this.any(4)) this.page.reloads = true; },
  };

  click(buttons) {
    const button = this.pick(buttons);
    if (button) this.page.click(button);
    return button;
  }

  answer(how) {
    const item = this.pick(this.page.server.waiting);
    if (item) this.page.answer(item, how);
    return item;
  }

  // otherTab writes what another tab may write, and has the page told of it.
  otherTab() {
    const { local } = this.page;
    const write = (key, value) => {
      try {
        local.setItem(key, JSON.stringify(value));
        this.page.document.send(this.page.window, "storage", { key });
      } catch {
        // no room
      }
    };
    const games = Object.keys(local).filter((key) => key.startsWith(named));
    const name = this.pick(["a", "b", "c"]);
    this.others.add(name);
    this.pick([
      () => write("stupol.settings", { ...JSON.parse(local.getItem("stupol.settings") ?? "{}"), sounds: !this.any(2), ahead: Boolean(this.any(2)), confirm: !this.any(4), labels: this.pick(["rim", "auto"]) }),
      () => write(named + name, { variant: "international", tags: [{ name: "White", value: "A" }], line: [{ move: "1-2", text: "1-2" }, { move: "2-3", text: "2-3" }], saved: this.page.now }),
      () => { if (this.page.locked.has(name)) this.page.locked.delete(name); else if (this.app.keeper.name !== name) this.page.locked.add(name); },
      () => { for (const key of games) if (this.others.has(key.slice(named.length)) && key !== named + this.app.keeper.name && this.any(2)) local.removeItem(key); },
      () => write("stupol.puzzles.international", { after: this.any(5), theme: "", streak: 1, best: 9, solved: 99 }),
    ])();
  }

  // kept returns the games that the browser has, by their names.
  kept() {
    return new Map(Object.entries(this.page.local).filter(([key]) => key.startsWith(named)).map(([key, text]) => [key.slice(named.length), text]));
  }

  // cards are those of the decks that the browser has.
  cards() {
    return Object.entries(this.page.local).filter(([key]) => key.startsWith("stupol.deck.")).flatMap(([key, text]) => Object.keys(JSON.parse(text).cards).map((id) => key + id));
  }

  state() {
    const { session, match, control, keeper: { name, looked } } = this.app;
    const { tree, node } = session;
    return {
      tree, node, match: match.state, standing: match.standing(), clocks: JSON.stringify(match.state?.clocks ?? null), active: match.active(), running: match.running(), aside: control.aside, lent: control.lent, name,
      looked: looked === this.app.keeper.content(), content: this.app.keeper.content(), cards: this.cards(), games: this.kept(), plies: tree.mainLine().length,
    };
  }

  async step(at) {
    const { page } = this;
    const was = this.state();
    const names = [...Object.keys(this.actions), "answer", "answer", "answer", "answers", "answers", "square", "move", "move", "move", "time", "time", "panel", "panel", "list"];
    const name = this.pick(names);
    const done = this.actions[name]();
    await page.settle();
    const did = `${at}: ${name} ${done?.path ?? done?.id ?? done?.textContent ?? ""}`;
    if (page.reloads) await this.reload(did);
    else this.check(was, did, name === "answer" && done?.seen !== was.tree ? done : null);
    for (const mode of [this.app.mode.name, ...(this.app.learn.course ? ["course"] : []), ...(this.app.ahead.from ? ["ahead"] : [])]) modes[mode] = (modes[mode] ?? 0) + 1;
  }

  async reload(at) {
    const was = this.state();
    const shown = was.aside ? paths(was.aside) : paths(JSON.parse(was.content));
    await this.load();
    this.lost(at + ", loaded again");
    this.removed.clear();
    if (this.full) return;
    const now = this.app.control.aside ?? JSON.parse(this.app.keeper.content());
    for (const path of shown) assert.ok(paths(now).has(path) || was.looked, `${at}: ${path} is gone when the page is loaded again`);
  }

  // lost looks for what went wrong.
  lost(at) {
    const { faults } = this.page;
    if (faults.length) assert.fail(`${at}: ${faults[0]?.stack ?? faults[0]}`);
  }

  check(was, at, stale) {
    const { app, page } = this;
    const now = this.state();
    const { mode, match, session, input, ahead } = app;
    this.lost(at);
    assert.ok(now.tree.has(now.node), `${at}: the place shown is not in the game`);
    assert.ok(!(mode.may("move") && mode.may("ahead")), `${at}: a move and a premove`);
    if (mode.isLent()) assert.ok(!["move", "ahead", "mark", "step", "think"].some((right) => mode.may(right)), `${at}: the game behind the draft`);
    const asked = !page.document.getElementById("confirm").hidden;
    if (session.begun && !asked) assert.equal(input.enabled, mode.may("move") && session.node.answer !== null, `${at}: whether a click moves something`);
    if (ahead.from) assert.ok(mode.isLent() || mode.may("ahead"), `${at}: a premove in vain`);
    if (match.active()) {
      assert.ok(match.live && now.tree.has(match.live), `${at}: the match goes on elsewhere`);
      assert.ok(!match.thinking || !match.live.answer || match.playerOf(match.live.answer.turn) !== null, `${at}: an engine thinks for the user`);
      assert.ok(!mode.may("edit") && !mode.may("think"), `${at}: help in a match`);
      for (const left of Object.values(match.state.clocks ?? {})) assert.ok(Number.isFinite(left), `${at}: a clock shows ${left}`);
    } else {
      assert.ok(!match.thinking, `${at}: Stupol thinks without a match`);
      if (!was.active && was.match === now.match) assert.equal(now.clocks, was.clocks, `${at}: a clock runs after the end`);
    }
    if (match.state?.over) assert.notEqual(now.tree.result, "*", `${at}: a match without a result is over`);
    this.checkGames(was, now, at);
    for (const card of was.cards) assert.ok(now.cards.includes(card), `${at}: the mistake ${card} is gone`);
    this.checkViews(at);
    if (stale) {
      for (const what of ["tree", "node", "content", "match", "lent", "aside"]) assert.equal(now[what], was[what], `${at}: a late answer changes ${what}`);
    }
  }

  // checkViews looks whether what is seen follows from the state.
  checkViews(at) {
    const { app: { session, match, mode, status }, page: { document } } = this;
    const clocks = document.querySelectorAll(".running").length;
    assert.ok(clocks <= (match.active() ? 1 : 0), `${at}: ${clocks} clocks run`);
    if (!session.begun || session.frame || this.any(5)) return; // findings wait for a frame
    if (!mode.isLent() && session.node.answer) assert.equal(document.getElementById("status").textContent, status.text(), `${at}: what the status says`);
    const seen = () => document.body.html().replace(/(class="clock[^"]*">)[^<]*/g, "$1"); // clocks are drawn as they tick
    const before = seen();
    for (const draw of session.views) draw();
    const after = seen();
    const first = [...before].findIndex((c, i) => c !== after[i]);
    assert.ok(before === after, `${at}: drawn anew it is another: ${before.slice(first - 80, first + 80)} --- ${after.slice(first - 80, first + 80)}`);
  }

  // checkGames looks whether all is there that was kept or shown.
  checkGames(was, now, at) {
    const gone = (path, trees) => trees.some((tree) => (this.removed.get(tree) ?? []).some((start) => path.startsWith(start)));
    const forgets = / × ?$|Forget|button ×|list ×|panel ×/.test(at);
    for (const [name, text] of was.games) {
      const after = now.games.get(name);
      if (after === text || this.others.has(name) || this.looked.has(name)) continue;
      if (after === undefined) assert.ok(this.full || forgets, `${at}: the game ${name} is gone`);
      else if (name !== was.name && name !== now.name) assert.fail(`${at}: the game ${name} is another`);
      else for (const path of paths(JSON.parse(text))) assert.ok(paths(JSON.parse(after)).has(path) || gone(path, [was.tree, now.tree]), `${at}: ${path} is gone from ${name}`);
    }
    if (now.looked) this.looked.add(now.name);
    else if (now.games.get(now.name) !== was.games.get(now.name)) this.looked.delete(now.name); // until then it is kept as it was
    if (was.tree === now.tree || was.aside || was.looked || this.full || !was.plies) return;
    const shown = [...paths(JSON.parse(was.content))];
    const all = [...now.games.values()].map((text) => JSON.parse(text)).concat(this.app.control.aside ?? []).map(paths);
    assert.ok(all.some((has) => shown.every((path) => has.has(path))), `${at}: the game that was shown is gone: ${shown.at(-1)}`);
  }
}

for (let seed = firstSeed; seed <= lastSeed; seed++) {
  test(`a random walk breaks nothing, by ${seed}`, async () => {
    const walk = new Walk(seed);
    try {
      await walk.load();
      for (let i = 0; i < steps; i++) await walk.step(`seed ${seed}, step ${i}`);
    } finally {
      walk.page.end();
    }
  });
}

test("the walks have been everywhere", { skip: steps * (1 + lastSeed - firstSeed) < 5000 }, () => {
  for (const mode of ["analysing", "learning", "pattern", "playing", "puzzle", "setup", "course", "ahead"]) assert.ok(modes[mode] > 0, `${mode} was not on the board, of ${JSON.stringify(modes)}`);
  console.log(JSON.stringify(modes));
});
