// What the browser keeps: settings, games, and which game this tab shows. The
// address has the game up to the present move, for links.

import { checked, emptyDeck, merged } from "./deck.js";
import { pack, unpack } from "./links.js";

export const mostGames = 60;

// tried returns what f does with a storage, or otherwise what is said: where storage is blocked even looking
// at it throws.
/** @template T @param {() => T} f @param {T} otherwise */
function tried(f, otherwise) {
  try {
    return f();
  } catch {
    return otherwise;
  }
}

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/** @param {StorageName} storage @param {string} key */
const textOf = (storage, key) => tried(() => window[storage].getItem(key), null);

/** @param {StorageName} storage @param {string} key */
const read = (storage, key) => tried(() => JSON.parse(textOf(storage, key) ?? "null"), null);

// write reports whether there was room, and whether it was allowed.
/** @param {StorageName} storage @param {string} key @param {unknown} value */
const write = (storage, key, value) => tried(() => { window[storage].setItem(key, JSON.stringify(value)); return true; }, false);

// namesFrom returns how the keys go on that begin like that.
/** @param {string} start */
const namesFrom = (start) => tried(() => Object.keys(localStorage).filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)), []);

/** @type {Settings} */
const usual = {
  language: "", theme: "auto", boardColours: "wood", pieceSet: "turned", labels: "auto", animate: true, showLegal: true, oneClick: true, arrows: true, sounds: false, confirm: false, ahead: true,
  lines: 1, threads: 0, hash: 64, level: 5, side: "w", time: "m1000", tab: "play", variant: "international", withAnalysis: true, budget: "usual",
  training: "set", player: "",
};

// changedIn returns the fields of an object that are not what they were.
/** @template {object} T @param {T} now @param {Partial<T>} before @returns {Partial<T>} */
function changedIn(now, before) {
  const same = (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) === JSON.stringify(b);
  return /** @type {Partial<T>} */ (Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, before[/** @type {keyof T} */ (name)]))));
}

// What tabs share is never written whole, from the copy that one of them has: what this tab has
// changed is put into what there is now.

/** @type {Settings} */
export const settings = { ...usual, ...read("localStorage", "stupol.settings") };
let settled = { ...settings }; // as they were kept or read last

// saveSettings keeps the settings that were changed in this tab.
export function saveSettings() {
  write("localStorage", "stupol.settings", { ...read("localStorage", "stupol.settings"), ...changedIn(settings, settled) });
  settled = { ...settings };
}

// The settings that are about one tab: what another has chosen counts when this one is loaded again.
const ofTab = new Set(["tab", "variant", "level", "side", "time", "lines", "threads", "hash", "language", "training"]);

// followSettings calls show when another tab has changed settings that are of all tabs.
/** @param {() => void} show */
export function followSettings(show) {
  addEventListener("storage", (e) => {
    if (e.key !== "stupol.settings") return;
    const kept = { ...usual, ...read("localStorage", "stupol.settings") };
    const theirs = Object.fromEntries(Object.entries(changedIn(kept, settled)).filter(([name]) => !ofTab.has(name)));
    if (!Object.keys(theirs).length) return;
    Object.assign(settings, theirs);
    Object.assign(settled, theirs);
    show();
  });
}

// puzzlesOf returns how the puzzles of a game went in all tabs. Whoever changes it reads it first.
/** @param {string} variant @returns {PuzzleRecord} */
export function puzzlesOf(variant) {
  return { after: 0, theme: "", streak: 0, best: 0, solved: 0, ...read("localStorage", "stupol.puzzles." + variant) };
}

// keepPuzzles keeps it.
/** @param {string} variant @param {PuzzleRecord} record */
export function keepPuzzles(variant, record) {
  write("localStorage", "stupol.puzzles." + variant, record);
}

const deckKey = "stupol.deck.";

/** @type {Map<string, { text: string | null, deck: Deck }>} */
const decks = new Map(); // as they were read last, and from what: a long one takes its time

// deckOf returns the deck of a game that all tabs keep, the same object as long as it is the same.
/** @param {string} variant @returns {Deck} */
export function deckOf(variant) {
  const text = textOf("localStorage", deckKey + variant);
  const last = decks.get(variant);
  if (last?.text === text) return last.deck;
  const deck = checked(read("localStorage", deckKey + variant)) ?? emptyDeck();
  decks.set(variant, { text, deck });
  return deck;
}

// keepDeck puts a deck into what all tabs keep, and reports whether it is kept. What was kept before
// stays in any case, also if it is of another version.
/** @param {string} variant @param {Deck} deck */
export function keepDeck(variant, deck) {
  const kept = read("localStorage", deckKey + variant);
  if (kept && !checked(kept)) return false;
  return write("localStorage", deckKey + variant, merged(deckOf(variant), deck));
}

// deckNames returns the games of which decks are kept.
export const deckNames = () => namesFrom(deckKey);

// followDecks calls show when another tab has changed a deck.
/** @param {() => void} show */
export function followDecks(show) {
  addEventListener("storage", ({ key }) => { if (key?.startsWith(deckKey)) show(); });
}

// keptSetup returns the board that was being set up in this tab, and keepSetup keeps it.
/** @returns {string} */
export function keptSetup() {
  return read("sessionStorage", "stupol.setup") || "";
}

/** @param {string} board */
export function keepSetup(board) {
  write("sessionStorage", "stupol.setup", board);
}

const newName = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

// claim returns the name of the game that this tab shows. A tab that was copied gets
// a name of its own.
export async function claim() {
  const had = read("sessionStorage", "stupol.game");
  if (had && (await take(had))) return had;
  const name = newName();
  await take(name);
  if (had) {
    const copy = loadGame(had);
    if (copy) saveGame(name, copy);
  }
  use(name);
  return name;
}

// use makes a game the one of this tab, and leaves the one before to others.
/** @param {string} name */
export function use(name) {
  write("sessionStorage", "stupol.game", name);
  for (const other of held.keys()) if (other !== name) release(other);
}

// release leaves a game to others.
/** @param {string} name */
export function release(name) {
  held.get(name)?.();
  held.delete(name);
  markClosed(name);
}

// A game that a tab shows has a mark that it is open, which every tab sees at once: it must
// not be forgotten to make room. A tab that crashed leaves its mark for a day.
const markLife = 24 * 60 * 60 * 1000;

/** @param {string} name */
const markOpen = (name) => write("localStorage", "stupol.open." + name, Date.now());

/** @param {string} name */
const markClosed = (name) => tried(() => localStorage.removeItem("stupol.open." + name), undefined); // not allowed: then there is no mark either

/** @param {string} name */
export function isOpen(name) {
  return Date.now() - (read("localStorage", "stupol.open." + name) || 0) < markLife;
}

addEventListener("pagehide", () => {
  for (const name of held.keys()) markClosed(name);
});

/** @type {Map<string, () => void>} */
const held = new Map(); // what lets the locks of this tab go

// take reports whether no other tab has that game, as far as browsers tell. None takes it then until
// this one uses another.
/** @param {string} name @returns {Promise<boolean>} */
export function take(name) {
  if (!navigator.locks) markOpen(name);
  if (!navigator.locks || held.has(name)) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request("stupol.game." + name, { ifAvailable: true }, (got) => {
        resolve(Boolean(got));
        if (!got) return undefined;
        markOpen(name);
        return new Promise((release) => held.set(name, () => release(undefined)));
      })
      .catch(() => resolve(true));
  });
}

// fresh returns the name of another game, which is that of this tab from now on. It may have no lock
// for a moment: nobody else knows the name.
export function fresh() {
  const name = newName();
  take(name);
  use(name);
  return name;
}

/** @param {string} name @returns {Game | null} */
export function loadGame(name) {
  const game = read("localStorage", "stupol.game." + name);
  known.set(name, contentOf(game));
  return game;
}

// Where browsers have no locks, or refuse them, two tabs may show one game.
/** @type {Map<string, string>} */
const known = new Map(); // the content of games as this tab has kept or read them last

// contentOf returns all of a game but how a tab looks at it, empty if there is none. What goes
// on in a game against the engine is content, but not how long somebody has thought so far.
/** @param {Game | null} game */
function contentOf(game) {
  if (!game) return "";
  const view = { at: undefined, flipped: undefined, addresses: undefined, saved: undefined };
  return JSON.stringify({ ...game, ...view, play: game.play && { ...game.play, used: 0 } });
}

// isAnothers reports whether another tab has put another game under a name since this tab has
// kept or read it, and this tab has a game of its own to keep there: then both must stay.
/** @param {string} name @param {Game} game */
export function isAnothers(name, game) {
  const kept = contentOf(read("localStorage", "stupol.game." + name));
  return kept !== "" && known.has(name) && kept !== known.get(name) && contentOf(game) !== kept && contentOf(game) !== known.get(name);
}

// saveGame stores a game. It forgets old ones to make room, but none that is open. If this tab
// has changed nothing but the way it looks at the game, the moves of another tab stay.
/** @param {string} name @param {Game} game */
export function saveGame(name, game) {
  const content = contentOf(game);
  const kept = read("localStorage", "stupol.game." + name);
  if (kept && known.get(name) === content && contentOf(kept) !== content) return true;
  const saved = put(name, game);
  if (saved) known.set(name, content);
  return saved;
}

/** @param {string} name @param {Game} game */
function put(name, game) {
  game.saved = Date.now();
  while (!write("localStorage", "stupol.game." + name, game)) {
    const old = storedGames().filter((g) => g.name !== name && !isOpen(g.name)).pop();
    if (!old) return false;
    dropGame(old.name);
  }
  return true;
}

/** @param {string} name */
export const dropGame = (name) => localStorage.removeItem("stupol.game." + name);

// restoreGame stores a game that was dropped, as of when it was saved, unless another tab has
// kept it since.
/** @param {KeptGame} game */
export function restoreGame({ name, ...game }) {
  if (!read("localStorage", "stupol.game." + name)) write("localStorage", "stupol.game." + name, game);
}

// recentGames returns the stored games, newest first, and forgets the oldest that are not
// open.
export function recentGames() {
  const games = storedGames();
  for (const game of games.splice(mostGames)) {
    if (isOpen(game.name)) games.push(game);
    else dropGame(game.name);
  }
  return games;
}

/** @returns {KeptGame[]} */
function storedGames() {
  const games = [];
  for (const name of namesFrom("stupol.game.")) {
    const game = read("localStorage", "stupol.game." + name);
    if (game?.variant) games.push({ ...game, name });
  }
  return games.sort((a, b) => (b.saved || 0) - (a.saved || 0));
}

// address returns the part of a link behind #. One with a ply, to be shared, has the whole game, and
// which place of it is shown.
/** @param {Link} game */
export function address(game) {
  const parts = new URLSearchParams({ v: game.variant });
  if (game.draws) parts.set("d", game.draws);
  if (game.fen) parts.set("f", game.fen);
  const packed = game.ply === undefined ? "" : pack(game.moves);
  if (packed) parts.set("c", packed);
  else if (game.moves.length) parts.set("m", game.moves.join("."));
  if (game.ply !== undefined && game.ply < game.moves.length) parts.set("p", String(game.ply));
  return "#" + parts.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
}

// puzzleAddress is the part of a link behind # that leads to a puzzle.
/** @param {string} variant @param {number} number */
export const puzzleAddress = (variant, number) => `#puzzle=${variant}.${number}`;

/** @type {Map<string | null, Side>} */
const sides = new Map([["white", "w"], ["black", "b"]]);

// wishesOf returns what a link wants besides a game, or without one: a puzzle, the side from whose mistakes
// one is to learn, #learn=white, and the game whose rules are to be read, #rules=frisian.
/** @param {string} hash */
export function wishesOf(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const [, variant, number] = (parts.get("puzzle") ?? "").match(/^(\w+)\.(\d{1,9})$/) ?? [];
  return { puzzle: variant ? { variant, number: Number(number) } : null, side: sides.get(parts.get("learn")), rules: parts.get("rules") ?? "" };
}

// parseAddress returns the game of a link, or null.
/** @param {string} hash @returns {Link | null} */
export function parseAddress(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const variant = parts.get("v");
  if (!variant) return null;
  return {
    variant,
    draws: parts.get("d") || "",
    fen: parts.get("f") || "",
    moves: parts.has("c") ? unpack(parts.get("c") ?? "") : (parts.get("m") || "").split(".").filter(Boolean),
    ...(parts.has("p") && { ply: Number(parts.get("p")) }),
  };
}
