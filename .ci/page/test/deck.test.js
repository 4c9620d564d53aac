import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, checked, contentOf, dayOf, dropped, dueOf, emptyDeck, idOf, isLearned, mechanismOf, merged, nextDay, phaseOf, profileOf, readDecks, sideIn, tally, withState, writeDecks } from "../../../protocol/web/page/deck.js";
import { Browser } from "./browser.js";

let made = 0;

// card returns a card with some facts of its own.
const card = (more = {}) => ({
  fen: `W:W${++made}:B2`, draws: "", move: "32-28", text: "32-28", sign: "??", loss: 0.3, chance: 0.2, kind: "shot", better: ["31-27"], better_moves: ["31-27"],
  reply: [], reply_moves: [], reply_paths: [], plies: 3, squares: [], games: ["a"], made: 1, state: { step: 0, due: 0, at: 0 }, ...more,
});
const game = (more = {}) => ({ of: "1.1", at: 1, moves: [20, 0], mistakes: [1, 0], ...more });
const deckOf = (cards, games = {}) => ({ cards: Object.fromEntries(cards.map((c) => [idOf(c), c])), games });

// random returns numbers below n, the same for each seed.
function random(seed) {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % n;
  };
}

test("a mistake that is found each time comes back after one, three, seven and twenty days", () => {
  let [at, today] = [card(), 100];
  const asked = [];
  for (; !isLearned(at); today++) {
    if (!dueOf(deckOf([at]), today).length) continue;
    asked.push(today);
    at = answered(at, { right: true, today, now: today });
  }
  assert.deepEqual(asked, [100, 101, 104, 111, 131]);
  assert.deepEqual(dueOf(deckOf([at]), 1000), [], "what is learned is not asked");
  assert.equal(nextDay(deckOf([at])), undefined);
});

test("a wrong answer starts again at one day", () => {
  let at = card();
  for (const today of [100, 101, 104]) at = answered(at, { right: true, today, now: today });
  assert.equal(at.state.due, 111);
  at = answered(at, { right: false, today: 111, now: 111 });
  assert.deepEqual([at.state.due, nextDay(deckOf([at]))], [112, 112]);
  at = answered(at, { right: true, today: 112, now: 112 });
  assert.equal(at.state.due, 115);
});

test("a mistake that is dropped is not asked again, in no tab, until that is undone", () => {
  const at = answered(card(), { right: true, today: 100, now: 50 });
  const gone = dropped(at, 40); // by a clock that is behind
  const elsewhere = deckOf([at]);
  assert.deepEqual(dueOf(merged(elsewhere, deckOf([gone])), 1000), []);
  assert.equal(nextDay(merged(deckOf([gone]), elsewhere)), undefined);
  const back = withState(gone, at.state, 45);
  const [found] = dueOf(merged(merged(elsewhere, deckOf([gone])), deckOf([back])), 101);
  assert.deepEqual([found.state.step, found.state.due], [at.state.step, at.state.due]);
});

test("days are those of the calendar, also where the clock is put on", () => {
  const days = [new Date(2026, 2, 28, 23, 59), new Date(2026, 2, 29, 0, 1), new Date(2026, 2, 29, 23, 59), new Date(2026, 2, 30, 0, 1)].map(dayOf);
  assert.deepEqual(days.map((d) => d - days[0]), [0, 1, 1, 2]);
});

test("an answer counts also where the clock was ahead before", () => {
  const ahead = answered(card({ fen: "1" }), { right: true, today: 9999, now: 9e12 });
  const now = answered(ahead, { right: true, today: 100, now: 5 });
  assert.deepEqual(Object.values(merged(deckOf([ahead]), deckOf([now])).cards).map((c) => c.state), [now.state]);
});

test("what a wrong clock has put off for years is asked", () => {
  const at = answered(card(), { right: true, today: 9000, now: 1 });
  assert.equal(dueOf(deckOf([at]), 100).length, 1);
});

test("mistakes are asked by mechanism, and from easy to hard", () => {
  const cards = [
    card({ kind: "worse", plies: 0 }), card({ kind: "shot", plies: 9 }), card({ kind: "shot", plies: 0 }), card({ kind: "shot", plies: 5, loss: 0.2 }), card({ kind: "shot", plies: 5, loss: 0.5 }),
    card({ kind: "attack", plies: 7 }), card({ kind: "taken", plies: 1 }), card({ kind: "nobody knows", plies: 1 }),
  ];
  const deck = deckOf(cards);
  assert.deepEqual(dueOf(deck, 1).map((c) => cards.indexOf(c)), [6, 5, 4, 3, 1, 2, 7, 0]);
  assert.deepEqual(dueOf(deck, 1, "loose").map(mechanismOf), ["loose", "loose"]);
  assert.deepEqual(tally(deck), [{ name: "loose", count: 2 }, { name: "shot", count: 4 }, { name: "other", count: 2 }]);
});

// someDecks are decks with the same few cards and games, in different states.
function someDecks(seed) {
  const any = random(seed);
  const part = (list) => list.filter(() => any(3) > 0);
  return Array.from({ length: 3 }, () => deckOf(
    part(["1", "2", "3"]).map((fen) => card({ fen, made: any(3), loss: any(2), games: part(["a", "b", "c"]), state: { step: any(5), due: any(9), at: any(3) } })),
    Object.fromEntries(part(["a", "b", "c"]).map((name) => [name, game({ at: any(3), mistakes: [any(3), any(3)] })])),
  ));
}

test("decks are put together in any order, and twice as once", () => {
  const sorted = (deck) => JSON.stringify(deck, (_, value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value));
  for (let seed = 1; seed < 300; seed++) {
    const [a, b, c] = someDecks(seed);
    const both = merged(a, b);
    assert.equal(sorted(merged(b, a)), sorted(both));
    assert.equal(sorted(merged(both, b)), sorted(both));
    assert.equal(sorted(merged(merged(a, b), c)), sorted(merged(a, merged(b, c))));
    assert.ok(checked(both));
    for (const deck of [a, b]) {
      for (const [id, { state, games }] of Object.entries(deck.cards)) {
        assert.ok(both.cards[id].state.at >= state.at, "the later state stays");
        assert.ok(games.every((g) => both.cards[id].games.includes(g)));
      }
    }
  }
});

test("a file has all decks, and adds to what there is", () => {
  const [a, b] = [card({ fen: "1" }), card({ fen: "2" })];
  const decks = { international: deckOf([a, b], { a: game() }), russian: emptyDeck() };
  assert.deepEqual(readDecks(writeDecks(decks), ["international", "russian"]), decks);
  const later = answered(a, { right: true, today: 100, now: 5 });
  const { international } = readDecks(writeDecks(decks), ["international", "russian"]);
  assert.deepEqual(merged(deckOf([later]), international).cards[idOf(a)].state, later.state, "a file does not turn back what was answered since");
});

test("files that are none are refused", () => {
  const whole = { format: "stupol-mistakes", version: 1, decks: { international: deckOf([card()], { a: game() }) } };
  for (const [text, want] of [
    ["", /no file/], ["[]", /no file/], ["null", /no file/], ["{", /no file/], [JSON.stringify({ ...whole, decks: [] }), /no file/],
    [JSON.stringify({ ...whole, version: 2 }), /another version/], [JSON.stringify({ ...whole, decks: { chess: emptyDeck() } }), /damaged/],
    [JSON.stringify({ ...whole, decks: { international: null } }), /damaged/], [JSON.stringify(whole).replace('"loss":0.3', '"loss":"0"'), /damaged/],
    [JSON.stringify(whole).replace('"step":0', '"step":-1'), /damaged/], [JSON.stringify(whole).replace("32-28", "32-29"), /damaged/],
  ]) assert.throws(() => readDecks(text, ["international"]), want, text);
});

test("whatever is in a file, there is a deck or a message", () => {
  const text = writeDecks({ international: deckOf([card({ squares: ["24"], reply_paths: [[1, 2]] }), card()], { a: game() }) });
  for (let seed = 1; seed < 3000; seed++) {
    const any = random(seed);
    let bad = text;
    for (let i = any(4); i >= 0; i--) {
      const at = any(bad.length);
      bad = bad.slice(0, at) + ['"', "[", "]", "{", "}", ",", "0", "-1", "1e999", "null", "__proto__", bad.slice(any(bad.length)), ""][any(13)] + bad.slice(at + any(9));
    }
    try {
      const decks = readDecks(bad, ["international"]);
      for (const deck of Object.values(decks)) {
        assert.ok(checked(JSON.parse(JSON.stringify(deck))));
        [dueOf(deck, 1), profileOf(deck), tally(deck), nextDay(deck)].forEach((x) => JSON.stringify(x));
      }
    } catch (error) {
      assert.match(error.message, /^That file|^That is no file/, bad);
    }
  }
});

test("only what three games show is said of a player", () => {
  const shot = (games, squares) => card({ games, squares });
  const two = deckOf([shot(["a", "b"], ["24"]), shot(["b"], ["24"])]);
  assert.deepEqual(profileOf(two), { kinds: [], through: undefined, endings: undefined });
  const three = deckOf([shot(["a", "b"], ["24", "13"]), shot(["b"], ["24"]), shot(["c"], ["24", "9"]), card({ kind: "worse", games: ["a", "b"] })]);
  assert.deepEqual(profileOf(three), { kinds: [{ name: "shot", games: 3, mistakes: 4 }], through: { square: "24", games: 3, mistakes: 4 }, endings: undefined });
});

test("endings are compared with what is before them", () => {
  const games = (...all) => profileOf({ cards: {}, games: Object.fromEntries(all.map(([moves, mistakes], i) => [i, game({ moves, mistakes })])) }).endings;
  const held = [[20, 10], [2, 0]];
  assert.equal(games(held, held), undefined, "two games show nothing");
  assert.equal(games(held, held, [[20, 0], [2, 0]]), undefined, "a game without an ending does not show it");
  assert.deepEqual(games(held, held, held), { games: 3, moves: 30, mistakes: 0, hold: true });
  assert.deepEqual(games([[20, 10], [1, 2]], [[20, 10], [1, 2]], [[20, 10], [1, 1]]), { games: 3, moves: 30, mistakes: 5, hold: false });
  assert.equal(games([[20, 10], [0, 5]], [[20, 10], [0, 5]], held), undefined, "two bad endings show nothing");
  assert.equal(games([[20, 10], [0, 0]], [[20, 10], [0, 0]], [[20, 10], [0, 0]]), undefined, "who makes no mistakes holds everywhere");
});

test("one's own side is that of a game against Stupol which is over, or of the name", () => {
  const players = (w, b) => ({ w, b });
  assert.equal(sideIn({ play: { human: "b", over: true } }, players("Stupol", "You"), "", "You"), "b");
  assert.equal(sideIn({ play: { human: "b", over: false } }, players("Stupol", "You"), "", "You"), "", "a game that goes on is not looked through");
  assert.equal(sideIn({}, players("You", "Stupol, level 3"), "", "You"), "w");
  assert.equal(sideIn({}, players("A. Ann", "Bob"), " ann ", "You"), "w");
  assert.equal(sideIn({}, players("Ann", "Anna"), "ann", "You"), "w", "a whole name goes before a part");
  assert.equal(sideIn({}, players("Joanna", "Anna M."), "ann", "You"), "");
  assert.equal(sideIn({ play: { human: "w", over: true, players: { w: "Scan", b: null } } }, players("Scan", "You"), "", "You"), "b");
  assert.equal(sideIn({ play: { human: "w", over: true, players: { w: "Scan", b: "" } } }, players("Scan", "Stupol"), "", "You"), "");
  assert.equal(sideIn({}, players("", ""), "", "You"), "");
});

test("an ending has a quarter of the pieces, or fewer", () => {
  const board = (squares, pieces) => "W" + "wBbW".repeat(9).slice(0, pieces).padEnd(squares, ".");
  assert.deepEqual([[50, 11], [50, 10], [32, 7], [32, 6]].map(([s, p]) => phaseOf(board(s, p))), [0, 1, 0, 1]);
});

test("the content of a game is its moves and the side", () => {
  const of = (...of) => contentOf({ variant: "international" }, ...of);
  assert.equal(of(["32-28"], "w"), of(["32-28"], "w"));
  assert.equal(new Set([of(["32-28"], "w"), of(["32-28"], "b"), of(["32-28", "19-23"], "w"), contentOf({ variant: "frisian" }, ["32-28"], "w")]).size, 4);
});

test("two tabs keep what each of them was told", async () => {
  const browser = new Browser();
  const [one, two] = [await browser.open(), await browser.open()];
  const [a, b] = [card({ fen: "1" }), card({ fen: "2" })];
  one.do("keepDeck", "international", deckOf([a, b], { a: game() }));
  one.do("keepDeck", "international", deckOf([answered(a, { right: true, today: 100, now: 5 })]));
  two.do("keepDeck", "international", deckOf([answered(b, { right: false, today: 100, now: 6 })]));
  const { cards, games } = (await browser.open()).do("deckOf", "international");
  assert.deepEqual([cards[idOf(a)].state.at, cards[idOf(b)].state.at, Object.keys(games)], [5, 6, ["a"]]);
  assert.deepEqual(one.do("deckNames"), ["international"]);
});

test("a full storage keeps what it has, and it is told", async () => {
  const browser = new Browser(2500);
  const tab = await browser.open();
  assert.equal(tab.do("keepDeck", "international", deckOf([card({ fen: "1" })])), true);
  const many = deckOf(Array.from({ length: 9 }, () => card()));
  assert.equal(tab.do("keepDeck", "international", many), false);
  assert.deepEqual(Object.keys(tab.do("deckOf", "international").cards), ["1 32-28"]);
});

test("what is no deck is as good as none, and stays", async () => {
  const browser = new Browser();
  const tab = await browser.open();
  for (const text of ["[]", '{"cards":{"x":{}},"games":{}}']) {
    browser.local.setItem("stupol.deck.international", text);
    assert.deepEqual(tab.do("deckOf", "international"), emptyDeck());
    assert.equal(tab.do("keepDeck", "international", deckOf([card()])), false);
    assert.equal(browser.local.getItem("stupol.deck.international"), text);
  }
});
