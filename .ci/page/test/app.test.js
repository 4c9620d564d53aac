// What the page does while answers are on their way, in an order of their own, or are errors.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Page, random } from "./page.js";
import { about } from "./server.js";

// on tests with a page that has been loaded. Nothing in it may fail.
const on = (name, run) => test(name, async () => {
  const page = new Page(random(1));
  try {
    await page.load();
    await run(page, page.app);
    assert.deepEqual(page.faults, []);
  } finally {
    page.end();
  }
});

const get = (page, id) => page.document.getElementById(id);
const answered = async (page) => { for (let i = 0; i < 3; i++) { page.answerAll(); await page.settle(); } };
const click = async (page, id) => { page.click(get(page, id)); await page.settle(); };

// play makes the first move that is legal, whose position is not known then.
async function play(page) {
  const { squares } = page.app.session.node.answer.moves[0].paths[0];
  page.press(squares[0], squares.at(-1));
  await page.settle();
}

// open asks for a game, and does not wait for it.
const open = async (page, game) => {
  page.app.keeper.openNew({ variant: "international", ...game }).catch(() => {});
  await page.settle();
};

const line = ["1-2", "7-11", "6-7"].map((move) => ({ move, text: move }));

on("what is said while the page loads is there until the board is", async (page) => {
  const said = [];
  await page.load(() => said.push(get(page, "status").textContent));
  assert.equal(said[0], "The board is loading …");
  assert.match(get(page, "status").textContent, /to move/);
});

on("a board is set up, and a pattern drawn, before the position on it is known", async (page, app) => {
  await play(page);
  await click(page, "tab-setup");
  assert.equal(app.setup.letters.length, 18);
  await click(page, "tab-library");
  get(page, "pattern").open = true;
  await click(page, "pattern-take");
  assert.equal(app.pattern.letters.length, 18);
});

on("what is played while another game is on its way is kept", async (page) => {
  page.key("n");
  await page.settle();
  await play(page);
  await answered(page);
  const kept = Object.entries(page.local).filter(([key]) => key.startsWith("stupol.game.")).map(([, text]) => JSON.parse(text).line.length);
  assert.deepEqual(kept.sort(), [1]); // and the new one has no moves to keep so far
});

on("what another engine has found is not drawn on the board of another game", async (page, app) => {
  app.analysis.others[0].learn(app.session.node, { line: 1, depth: 9, score: 0, chance: 0.5, moves: ["17-18"], texts: ["17-18"] });
  await page.settle();
  assert.ok(app.analysis.other);
  await open(page, { variant: "tiny" });
  await answered(page);
});

on("of two games the one is shown that was asked for last", async (page, app) => {
  await open(page, { variant: "tiny" });
  await open(page, { fen: "B:x" });
  const [first, second] = page.server.waiting;
  page.answer(second);
  await page.settle();
  page.answer(first);
  await answered(page);
  assert.deepEqual([app.session.tree.variant, app.session.tree.fen], ["international", "B:x"]);
});

on("no move of the position before can be made as long as that shown is not known", async (page, app) => {
  await open(page, { line });
  await answered(page);
  assert.ok(app.input.enabled);
  page.key("ArrowDown");
  await page.settle();
  assert.ok(!app.input.enabled);
  await answered(page);
  assert.ok(app.input.enabled);
});

on("a position that is asked for twice is shown with the first answer", async (page, app) => {
  await open(page, { line });
  await answered(page);
  for (const key of ["ArrowDown", "ArrowUp", "ArrowDown"]) page.key(key);
  await page.settle();
  assert.equal(page.server.waiting.filter((item) => item.path === "position").length, 1);
  await answered(page);
  assert.equal(app.session.node.depth, 3);
  assert.equal(get(page, "status").textContent, app.status.text());
});

on("a game of another board comes while a position is set up", async (page, app) => {
  await click(page, "tab-setup");
  await open(page, { variant: "tiny" });
  await answered(page);
  assert.equal(app.setup.letters.length, 8);
});

on("a game of another board comes while a piece glides", async (page, app) => {
  await play(page);
  await answered(page);
  await open(page, { variant: "tiny" });
  await answered(page);
  assert.equal(app.board.text.length, 9);
});

on("nothing is moved while a game is analysed for lessons", async (page, app) => {
  await open(page, { line });
  await answered(page);
  app.learn.start("w");
  await page.settle();
  assert.deepEqual([app.mode.name, app.learn.phase, app.input.enabled], ["learning", "analysing", false]);
});

on("a position that cannot be used is said to be none", async (page) => {
  await click(page, "tab-setup");
  await answered(page);
  await click(page, "setup-use");
  page.answer(page.server.waiting.at(-1), "refused");
  await page.settle();
  assert.equal(get(page, "notice-text").textContent, "That cannot be.");
});

on("one plays on from the game, and not from the puzzle that is about to go", async (page, app) => {
  await click(page, "tab-puzzles");
  await answered(page);
  assert.equal(app.mode.name, "puzzle");
  await click(page, "puzzle-close");
  await click(page, "play-on");
  await answered(page);
  assert.ok(app.match.active() && app.session.tree.has(app.match.live));
  assert.equal(app.session.tree.fen, "");
});

on("a PDN that cannot be had is said to be none", async (page) => {
  await click(page, "tab-games");
  await click(page, "copy-pdn");
  page.answer(page.server.waiting.at(-1), "lost");
  await page.settle();
  assert.match(get(page, "notice-text").textContent, /does not answer/);
});

on("a game can be opened though the one that waited could not be shown", async (page, app) => {
  await click(page, "tab-puzzles");
  await answered(page);
  await click(page, "puzzle-close");
  page.answer(page.server.waiting.at(-1), "lost");
  await page.settle();
  assert.equal(app.mode.name, "puzzle");
  await open(page, { line });
  await answered(page); // first of the game that waited, then of this one
  assert.deepEqual([app.mode.name, app.session.tree.mainLine().length], ["analysing", 3]);
});

on("a move that was refused is not in the list", async (page, app) => {
  await play(page);
  app.session.changed();
  await page.settle();
  page.answer(page.server.waiting.at(-1), "refused");
  await page.settle();
  assert.equal(get(page, "moves").textContent, "No moves yet.");
});

on("one does not play on from a puzzle whose game could not be shown again", async (page, app) => {
  await click(page, "tab-puzzles");
  await answered(page);
  await click(page, "puzzle-close");
  await click(page, "play-on");
  page.answer(page.server.waiting.at(-1), "lost");
  await answered(page);
  assert.deepEqual([app.mode.name, app.match.active()], ["puzzle", false]);
});

on("a piece that was taken in advance is picked when it can move", async (page, app) => {
  get(page, "minutes").value = "3";
  page.choose(get(page, "time"), "own");
  page.choose(page.document.querySelectorAll("[name=side]")[2], "b", (page.document.querySelectorAll("[name=side]")[2].checked = true));
  await click(page, "start");
  await answered(page);
  assert.equal(app.mode.name, "playing");
  page.press(4);
  assert.equal(app.ahead.from, 4);
  page.pass(1000);
  await page.settle();
  await answered(page);
  page.pass(1000);
  await answered(page);
  assert.deepEqual([app.match.standing(), app.ahead.from, app.input.picker.from], ["turn", 0, 4]);
});

on("puzzles of another game are asked for while one is on its way", async (page, app) => {
  await click(page, "tab-puzzles");
  await answered(page);
  await click(page, "puzzle-skip");
  page.choose(get(page, "variant"), "tiny");
  await page.settle();
  for (let i = 0; i < 4; i++) await answered(page);
  assert.equal(app.session.variant.name, "tiny");
});

on("one does not play on from a move that is refused", async (page, app) => {
  await play(page);
  await click(page, "play-on");
  page.answer(page.server.waiting.at(-1), "refused");
  await page.settle();
  assert.deepEqual([app.match.active(), app.session.node.depth], [false, 0]);
});

on("a file that is read twice has one game, as long as nothing is added to it", async (page, app) => {
  const kept = () => Object.keys(page.local).filter((key) => key.startsWith("stupol.game.")).length;
  /** @param {string} text */
  const read = async (text) => { await app.games.read(text); page.pass(1000); };
  const reading = async (text) => { const done = read(text); await answered(page); await answered(page); await done; await answered(page); };
  await reading("g");
  assert.equal(app.session.tree.tag("White"), "A");
  const one = kept();
  await reading("g");
  assert.equal(kept(), one);
  assert.equal(app.session.node, app.session.tree.root);
  await reading("W:W1:B2");
  await reading("g");
  assert.equal(app.session.tree.tag("White"), "A");
  assert.equal(kept(), one + 1);
  app.session.tree.root.comments = ["mine"];
  app.session.changed();
  await reading("g");
  assert.equal(kept(), one + 2);
});

// until answers what is asked until something holds: what the page loads later takes its time.
async function until(page, holds) {
  for (let i = 0; i < 2000 && !holds(); i++) await answered(page);
  assert.ok(holds());
}

const begun = (page) => page.app.session.node.line().slice(0, 2).map((n) => n.move);

on("a game begins with an opening by lot, and a rematch with the same", async (page, app) => {
  page.choose(get(page, "opening"), "lot");
  await click(page, "start");
  await until(page, () => app.match.active());
  assert.deepEqual(begun(page), ["3-7", "7-11"]);
  await click(page, "resign");
  await click(page, "resign");
  await click(page, "rematch");
  await until(page, () => app.match.active());
  assert.deepEqual(begun(page), ["3-7", "7-11"]);
  assert.equal(app.match.own(), "b");
});

on("games begin with those of a file, one after the other, and with its first moves", async (page, app) => {
  page.choose(get(page, "opening"), "file");
  await click(page, "start");
  await until(page, () => get(page, "notice-text").textContent === "Choose a file of openings first.");
  const field = get(page, "opening-file");
  field.files = [{ name: "some.pdn", size: 4, arrayBuffer: async () => new TextEncoder().encode("gg\ng") }];
  page.document.send(field, "change");
  await until(page, () => get(page, "opening-state").textContent === "some.pdn: 3 openings, the next is number 1");
  page.choose(get(page, "opening-moves"), "1");
  await click(page, "start");
  await until(page, () => app.match.active());
  assert.equal(begun(page).length, 2);
  assert.equal(app.match.live?.depth, 2);
  assert.equal(get(page, "opening-state").textContent, "some.pdn: 3 openings, the next is number 2");
});

test("the number of threads that is used is among those to choose from", async () => {
  const page = new Page(random(1)), { threads } = about;
  about.threads = 6;
  try {
    await page.load();
    assert.deepEqual([...get(page, "threads").children].map((option) => option.textContent), ["1", "2", "3", "4", "6"]);
    assert.equal(get(page, "threads").value, "3");
  } finally {
    about.threads = threads;
    page.end();
  }
});
