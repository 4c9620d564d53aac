import assert from "node:assert/strict";
import { test } from "node:test";

import { Browser } from "./browser.js";

const game = (more = {}) => ({ variant: "international", ...more });

// keep stores games of the names, the first one oldest.
function keep(browser, ...names) {
  names.forEach((name, i) => browser.local.setItem("stupol.game." + name, JSON.stringify(game({ saved: i + 1 }))));
}

const names = (games) => games.map((g) => g.name);

test("a link has the whole game", async () => {
  const { store } = await new Browser().open();
  const games = [
    { variant: "russian", draws: "", fen: "", moves: [] },
    { variant: "international", draws: "wcdf + 1", fen: "W:W31,K5:B1&2", moves: ["32-28", "19x23x5"] },
  ];
  for (const g of games) assert.deepEqual(store.parseAddress(store.address(g)), g);
  assert.equal(store.address({ variant: "international", fen: "W:W31,32:B1", moves: ["32-28", "19-23"] }), "#v=international&f=W:W31,32:B1&m=32-28.19-23");
  assert.equal(store.address(games[0]), "#v=russian", "and nothing that is empty");
  for (const none of ["", "#", "#help", "#m=32-28"]) assert.equal(store.parseAddress(none), null);
});

test("a link that is shared has the place in the game, too", async () => {
  const { store: { address, parseAddress } } = await new Browser().open();
  const shared = { variant: "international", draws: "", fen: "W:W31,32:B1", moves: ["32-28", "19x23x14"] };
  assert.deepEqual(parseAddress(address({ ...shared, ply: 1 })), { ...shared, ply: 1 });
  assert.equal(address({ ...shared, ply: 1 }), "#v=international&f=W:W31,32:B1&c=WSpJNE&p=1");
  assert.deepEqual(parseAddress(address({ ...shared, ply: 2 })), shared, "at its end there is nothing more to say");
  assert.equal(address({ variant: "russian", moves: [], ply: 0 }), "#v=russian");
});

test("settings are the usual ones but for those kept", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const { settings } = tab.store;
  const usual = { ...settings };
  assert.equal(usual.theme, "auto");
  settings.theme = "dark";
  tab.do("saveSettings");
  assert.deepEqual((await browser.open()).store.settings, { ...usual, theme: "dark" });
  browser.local.setItem("stupol.settings", '{"level":7}');
  assert.deepEqual((await browser.open()).store.settings, { ...usual, level: 7 }, "those that are new since are the usual ones");
  browser.local.setItem("stupol.settings", "{");
  assert.deepEqual((await browser.open()).store.settings, usual);
});

test("settings of two tabs are kept, each that was changed", async () => {
  const browser = new Browser();
  const [one, two] = [await browser.open(), await browser.open()];
  one.store.settings.theme = "dark";
  one.do("saveSettings");
  two.store.settings.boardColours = "green";
  two.do("saveSettings");
  const { settings } = (await browser.open()).store;
  assert.deepEqual([settings.theme, settings.boardColours], ["dark", "green"]);
});

test("a tab follows the looks that another one has chosen, and has its own level", async () => {
  const browser = new Browser();
  const [one, two] = [await browser.open(), await browser.open()];
  let shown = 0;
  two.do("followSettings", () => shown++);
  Object.assign(one.store.settings, { theme: "dark", level: 9 });
  one.do("saveSettings");
  two.hear("stupol.settings");
  const { settings } = two.store;
  assert.deepEqual([settings.theme, settings.level, shown], ["dark", 5, 1]);
  two.hear("stupol.settings");
  two.hear("stupol.game.aa");
  assert.equal(shown, 1, "nothing has changed");
  settings.labels = "numbers";
  two.do("saveSettings");
  const kept = JSON.parse(browser.local.getItem("stupol.settings"));
  assert.deepEqual([kept.theme, kept.level, kept.labels], ["dark", 9, "numbers"]);
});

test("two tabs that have one game for want of locks keep the moves of both", async () => {
  const browser = new Browser();
  browser.hasLocks = false;
  const one = await browser.open();
  const name = await one.do("claim");
  one.do("saveGame", name, game({ line: ["a"] }));
  const two = await browser.open(one);
  assert.equal(await two.do("claim"), name);
  two.do("loadGame", name);
  const own = game({ line: ["a", "b"], flipped: true });
  assert.equal(one.do("isAnothers", name, own), false);
  one.do("saveGame", name, own);
  const looked = game({ line: ["a"], flipped: false });
  assert.equal(two.do("isAnothers", name, looked), false, "it has not moved");
  assert.equal(two.do("saveGame", name, looked), true);
  assert.deepEqual(two.do("loadGame", name).line, ["a", "b"], "the move of the other tab stays");
  one.do("saveGame", name, game({ line: ["a", "b", "c"] }));
  const moved = game({ line: ["a", "b", "d"] });
  assert.equal(two.do("isAnothers", name, moved), true);
  const split = two.do("fresh");
  two.do("saveGame", split, moved);
  assert.deepEqual([name, split].map((n) => one.do("loadGame", n).line.at(-1)), ["c", "d"]);
});

test("what was forgotten does not come back over what another tab has kept since", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  tab.do("saveGame", "aa", game({ end: "old" }));
  const [old] = tab.do("recentGames");
  tab.do("dropGame", "aa");
  (await browser.open()).do("saveGame", "aa", game({ end: "new" }));
  tab.do("restoreGame", old);
  assert.equal(tab.do("loadGame", "aa").end, "new");
});

test("a tab has its game when it is loaded again", async () => {
  const tab = await new Browser().open();
  const name = await tab.do("claim");
  assert.equal(tab.do("saveGame", name, game({ end: "so" })), true);
  await tab.load();
  assert.equal(await tab.do("claim"), name);
  assert.equal(tab.do("loadGame", name).end, "so");
});

test("a copied tab gets a copy of the game", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const name = await tab.do("claim");
  tab.do("saveGame", name, game({ end: "so" }));
  const copy = await browser.open(tab);
  const other = await copy.do("claim");
  assert.notEqual(other, name);
  assert.equal(copy.do("loadGame", other).end, "so");
});

test("a copied tab begins anew where nothing was kept", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const name = await tab.do("claim");
  const copy = await browser.open(tab);
  const other = await copy.do("claim");
  assert.notEqual(other, name);
  assert.equal(copy.do("loadGame", other), null);
});

const letGo = () => new Promise(setImmediate); // of locks

test("a game is taken only if no other tab has it", async () => {
  const browser = new Browser();
  const [one, two] = [await browser.open(), await browser.open()];
  const name = await one.do("claim");
  await two.do("claim");
  assert.equal(await two.do("take", name), false);
  assert.equal(await two.do("take", name), false, "nor when it is asked for again");
  assert.equal(await one.do("take", name), true, "the tab itself has it");
  const fresh = await one.do("fresh");
  await letGo();
  assert.equal(await two.do("take", name), true);
  two.do("use", name);
  assert.equal(JSON.parse(two.session.getItem("stupol.game")), name);
  assert.equal(await one.do("take", name), false, "it was left");
  assert.equal(await two.do("take", fresh), false, "a fresh one has a lock, too");
});

test("a game that was left is open no more", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const name = await tab.do("claim");
  const fresh = await tab.do("fresh");
  assert.equal(browser.local.getItem("stupol.open." + name), null);
  assert.ok(browser.local.getItem("stupol.open." + fresh));
});

test("a tab that is refused a lock has a game all the same", async () => {
  const browser = new Browser();
  browser.refused = true;
  const tab = await browser.open();
  const name = await tab.do("claim");
  await tab.load();
  assert.equal(await tab.do("claim"), name);
});

test("the oldest game makes room, but none that is open", async () => {
  const browser = new Browser(400);
  const tab = await browser.open();
  const name = await tab.do("claim");
  keep(browser, "aa", "bb", "cc");
  browser.local.setItem("stupol.open.aa", JSON.stringify(Date.now()));
  assert.equal(tab.do("saveGame", name, game({ end: "x".repeat(100) })), true);
  assert.deepEqual(names(tab.do("recentGames")), [name, "cc", "aa"]);
  assert.equal(tab.do("saveGame", name, game({ end: "x".repeat(400) })), false);
  assert.equal(tab.do("loadGame", name).end.length, 100, "the game as it was");
});

test("a game does not make room for itself", async () => {
  const browser = new Browser(200);
  const tab = await browser.open();
  assert.equal(tab.do("saveGame", "aa", game({ end: "so" })), true);
  assert.equal(tab.do("saveGame", "aa", game({ end: "x".repeat(400) })), false);
  assert.equal(tab.do("loadGame", "aa").end, "so", "the game as it was");
});

test("the newest game is the first, and what is no game is none", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  keep(browser, "aa", "bb", "cc");
  browser.local.setItem("stupol.game.old", JSON.stringify(game())); // of a version that kept no times
  browser.local.setItem("stupol.game.none", "{}");
  keep(browser, "dd");
  tab.do("saveSettings");
  assert.deepEqual(names(tab.do("recentGames")), ["cc", "bb", "aa", "dd", "old"]);
});

test("the mark of a tab that crashed is good for a day", async (t) => {
  const browser = new Browser(280);
  const tab = await browser.open();
  keep(browser, "aa");
  const crashed = Date.now();
  browser.local.setItem("stupol.open.aa", JSON.stringify(crashed));
  const big = game({ end: "x".repeat(150) });
  let later = Date.now() + 24 * 60 * 60 * 1000 - 10_000;
  t.mock.method(Date, "now", () => later);
  assert.equal(tab.do("saveGame", "bb", big), false);
  later += 10_000;
  assert.equal(tab.do("saveGame", "bb", big), true);
  assert.deepEqual(names(tab.do("recentGames")), ["bb"]);
});

test("a tab that is closed leaves no mark", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const name = await tab.do("claim");
  assert.ok(browser.local.getItem("stupol.open." + name));
  tab.leave();
  assert.equal(browser.local.getItem("stupol.open." + name), null);
});

test("sixty games are remembered, and those that are open", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  keep(browser, ...Array.from({ length: 63 }, (_, i) => `g${i}`));
  browser.local.setItem("stupol.open.g1", JSON.stringify(Date.now()));
  const games = names(tab.do("recentGames"));
  assert.equal(games.length, 61);
  assert.deepEqual([games[0], games[59], games[60]], ["g62", "g3", "g1"]);
  assert.deepEqual(["g0", "g1", "g2"].map((name) => tab.do("loadGame", name) !== null), [false, true, false]);
});

test("without locks, and where nothing may be kept, there is a game all the same", async () => {
  const browser = new Browser();
  browser.hasLocks = false;
  const name = await (await browser.open()).do("claim");
  assert.ok(browser.local.getItem("stupol.open." + name), "marked as open");
  browser.blocked = true;
  const tab = await browser.open();
  const other = await tab.do("claim");
  assert.ok(other);
  assert.equal(tab.do("saveGame", other, game()), false);
  assert.equal(tab.do("loadGame", other), null);
  assert.deepEqual(tab.do("recentGames"), []);
});

test("a link says from whose mistakes one wants to learn", async () => {
  const tab = await new Browser().open();
  const sides = ["#learn=white", "#learn=black&v=russian", "#v=russian", "#learn=both", ""].map((hash) => tab.do("wishesOf", hash).side);
  assert.deepEqual(sides, ["w", "b", undefined, undefined, undefined]);
});

test("a deck is read when it has changed, here or in another tab", async () => {
  const browser = new Browser();
  const { store } = await browser.open();
  const none = store.deckOf("international");
  assert.deepEqual(none, { cards: {}, games: {} });
  assert.equal(store.deckOf("international"), none, "the same object, so that what was made of it is kept");
  const deck = { cards: {}, games: { a: { of: "x", at: 1, moves: [1, 0], mistakes: [0, 0] } } };
  browser.local.setItem("stupol.deck.international", JSON.stringify(deck));
  assert.deepEqual(store.deckOf("international"), deck);
  assert.equal(store.deckOf("international"), store.deckOf("international"));
  assert.deepEqual(store.deckOf("russian"), none);
  browser.local.setItem("stupol.deck.international", "{");
  assert.deepEqual(store.deckOf("international"), none, "what is damaged is none");
});
