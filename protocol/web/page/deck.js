// The deck of one's mistakes. Each is asked again after some days, until it was found each time, and
// together they say where one goes wrong. Nothing here knows the document, the storage, or the time.

import { phrase } from "./language.js";

const intervals = [1, 3, 7, 20]; // days until a mistake comes back, the first time, the second, ...
const enough = 3; // games must show what is said of a player

// A mechanism is what reasons have in common, of the kinds that protocol/reason has, from what is seen
// soonest to what is hardest to see.
const mechanisms = new Map([
  ["loose", ["taken", "attack"]],
  ["exchange", ["exchange", "wrong-capture"]],
  ["shot", ["shot"]],
  ["rid", ["got-rid"]],
  ["king", ["king-caught", "king-locked"]],
  ["breakthrough", ["breakthrough"]],
  ["endgame", ["database", "into-database"]],
  ["moves", ["zugzwang", "bind", "freer"]],
  ["long", ["long-run", "later"]],
  ["other", ["ended", "drawn-by-rule", "worse"]],
]);
const order = [...mechanisms.keys()];

/** @param {{ kind: string }} card */
export function mechanismOf({ kind }) {
  return order.find((name) => mechanisms.get(name)?.includes(kind)) ?? "other";
}

// dayOf numbers the days, as the calendar of the user has them.
/** @param {Date} date */
export function dayOf(date) {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** @returns {Deck} */
export const emptyDeck = () => ({ cards: {}, games: {} });

// idOf names a card: a mistake is a move in a position.
/** @param {{ fen: string, move: string }} card */
export const idOf = ({ fen, move }) => `${fen} ${move}`;

// answered returns a card after it was asked. What was not found at once, and without help, starts again.
/** @param {Card} card @param {{ right: boolean, today: number, now: number }} how @returns {Card} */
export function answered(card, { right, today, now }) {
  const step = right ? Math.min(card.state.step + 1, intervals.length + 1) : 1;
  return withState(card, { step, due: today + (intervals[step - 1] ?? 0) }, now);
}

// dropped returns a card that is not to be asked again, as if it were learned.
/** @param {Card} card @param {number} now @returns {Card} */
export const dropped = (card, now) => withState(card, { step: intervals.length + 1, due: card.state.due }, now);

// withState returns a card that stands where it stood before, as the latest that is known of it.
/** @param {Card} card @param {{ step: number, due: number }} state @param {number} now @returns {Card} */
export function withState(card, { step, due }, now) {
  return { ...card, state: { step, due, at: Math.max(now, card.state.at + 1) } }; // a clock may have been ahead
}

/** @param {Card} card */
export function isLearned({ state }) {
  return state.step > intervals.length;
}

// isDue also takes what a clock that was wrong has put off for too long.
/** @param {Card} card @param {number} today */
function isDue(card, today) {
  const { step, due } = card.state;
  return !isLearned(card) && (step === 0 || due <= today || due > today + intervals[intervals.length - 1]);
}

// ease compares two cards: by mechanism, then by the length of the line that shows why, then by what was lost.
/** @param {Card} a @param {Card} b */
function ease(a, b) {
  const length = (/** @type {Card} */ { plies }) => plies || longestList; // what no line shows is hard to see
  return order.indexOf(mechanismOf(a)) - order.indexOf(mechanismOf(b)) || length(a) - length(b) || b.loss - a.loss || (idOf(a) < idOf(b) ? -1 : 1);
}

// dueOf returns the cards to be asked on a day, of one mechanism or of all, the easy ones first.
/** @param {Deck} deck @param {number} today @param {string} [mechanism] @returns {Card[]} */
export function dueOf({ cards }, today, mechanism = "") {
  return Object.values(cards).filter((c) => isDue(c, today) && (!mechanism || mechanismOf(c) === mechanism)).sort(ease);
}

// nextDay returns the day on which the next card comes back, none if no card will.
/** @param {Deck} deck @returns {number | undefined} */
export function nextDay({ cards }) {
  return Object.values(cards).filter((c) => !isLearned(c)).map((c) => c.state.due).sort((a, b) => a - b)[0];
}

// tally returns how many cards there are of each mechanism.
/** @param {Deck} deck */
export function tally({ cards }) {
  const all = Object.values(cards).map(mechanismOf);
  return order.map((name) => ({ name, count: all.filter((m) => m === name).length })).filter(({ count }) => count);
}

// newest returns the one of the later time. Whoever is asked first, the answer is the same.
/** @template T @param {T} a @param {T} b @param {(x: T) => number} time */
function newest(a, b, time) {
  if (time(a) !== time(b)) return time(a) > time(b) ? a : b;
  return JSON.stringify(a) > JSON.stringify(b) ? a : b;
}

/** @param {Card} a @param {Card} b @returns {Card} */
function mergedCard(a, b) {
  const facts = newest({ ...a, state: null, games: null }, { ...b, state: null, games: null }, ({ made }) => made);
  return { ...facts, state: newest(a.state, b.state, ({ at }) => at), games: [...new Set([...a.games, ...b.games])].sort() };
}

// mergedRecords puts two lists together, by the names of what is in them.
/** @template T @param {Record<string, T>} a @param {Record<string, T>} b @param {(x: T, y: T) => T} both */
function mergedRecords(a, b, both) {
  const theirs = Object.entries(b).map(([name, value]) => [name, Object.hasOwn(a, name) ? both(a[name], value) : value]);
  return { ...a, ...Object.fromEntries(theirs) };
}

// merged puts two decks together, of two tabs, or of the browser and a file: all that is in either, and
// of each thing the later state. It is the same in any order, and twice is as once.
/** @param {Deck} a @param {Deck} b @returns {Deck} */
export function merged(a, b) {
  return { cards: mergedRecords(a.cards, b.cards, mergedCard), games: mergedRecords(a.games, b.games, (x, y) => newest(x, y, ({ at }) => at)) };
}

// sideIn returns which side of a game was the user's: that of a game played here which is over, or the
// one whose player has the name, as it is or in part. It is "" if that is not certain.
/** @param {Pick<Game, "play">} game @param {Record<Side, string>} players @param {string} name @param {string} you @returns {Side | ""} */
export function sideIn({ play }, players, name, you) {
  const both = /** @type {const} */ (["w", "b"]);
  if (play) return (play.over && both.find((s) => (play.players ? play.players[s] === null : s === play.human))) || "";
  const wanted = name.trim().toLowerCase();
  const exact = both.filter((s) => players[s] === you || (wanted && players[s].toLowerCase() === wanted));
  const sides = exact.length ? exact : both.filter((s) => wanted && players[s].toLowerCase().includes(wanted));
  return sides.length === 1 ? sides[0] : "";
}

// contentOf names the content of a game, as seen from one side.
/** @param {{ variant: string, fen?: string }} game @param {string[]} moves @param {Side} side */
export function contentOf({ variant, fen = "" }, moves, side) {
  let sum = 0;
  for (const c of [variant, fen, side, ...moves].join(" ")) sum = (Math.imul(sum, 31) + c.charCodeAt(0)) | 0;
  return `${moves.length}.${sum >>> 0}`;
}

// phaseOf returns 1 in an ending: when a fifth as many pieces are on the board as it has squares, or
// fewer, a quarter of those of the start. Before, it is 0.
/** @param {string} board as the server writes it */
export function phaseOf(board) {
  const squares = [...board.slice(1)];
  return squares.filter((c) => "wb".includes(c.toLowerCase())).length * 5 <= squares.length ? 1 : 0;
}

/** @param {Deck} deck @param {(card: Card) => boolean} wanted */
function gamesWith({ cards }, wanted) {
  const pairs = Object.values(cards).filter(wanted).flatMap(({ games }) => games);
  return { games: new Set(pairs).size, mistakes: pairs.length };
}

// profileOf says of a player what at least three games show: the mechanisms of mistakes, a square that
// shots which were overlooked go through, and whether endings go better or worse than what is before them.
/** @param {Deck} deck @returns {Profile} */
export function profileOf(deck) {
  const shown = (/** @type {{ games: number }} */ { games }) => games >= enough;
  const most = (/** @type {{ games: number }} */ a, /** @type {{ games: number }} */ b) => b.games - a.games;
  const kinds = order.map((name) => ({ name, ...gamesWith(deck, (c) => mechanismOf(c) === name) })).filter(shown).sort(most);
  const squares = [...new Set(Object.values(deck.cards).flatMap((c) => c.squares))].sort();
  const through = squares.map((square) => ({ square, ...gamesWith(deck, (c) => c.squares.includes(square)) })).filter(shown).sort(most)[0];
  return { kinds, through, endings: endingsOf(Object.values(deck.games)) };
}

// endingsOf compares the endings with what is before them: as good, or as bad, is worth no word.
/** @param {DeckGame[]} all @returns {Profile["endings"]} */
function endingsOf(all) {
  const games = all.filter(({ moves }) => moves[1] > 0);
  const sum = (/** @type {"moves" | "mistakes"} */ what, /** @type {0 | 1} */ phase) => all.reduce((n, g) => n + g[what][phase], 0);
  const [before, inThem] = /** @type {const} */ ([0, 1]).map((phase) => sum("mistakes", phase) / sum("moves", phase));
  const facts = { games: games.length, moves: sum("moves", 1), mistakes: sum("mistakes", 1) };
  if (games.length >= enough && 2 * inThem <= before && before > 0) return { ...facts, hold: true };
  if (games.filter(({ mistakes }) => mistakes[1] > 0).length >= enough && inThem >= 2 * before) return { ...facts, hold: false };
  return undefined;
}

// Files of decks.

const format = "stupol-mistakes";
const version = 1;

/** @param {Record<string, Deck>} decks by the names of the games */
export function writeDecks(decks) {
  return JSON.stringify({ format, version, decks });
}

// readDecks reads what writeDecks writes, of games of these names. Nothing is taken of a file in which
// something is wrong.
/** @param {string} text @param {string[]} names @returns {Record<string, Deck>} */
export function readDecks(text, names) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    file = null;
  }
  if (file?.format !== format || !isRecord(file.decks)) throw new Error(phrase("That is no file of mistakes."));
  if (file.version !== version) throw new Error(phrase("That file is of another version of Stupol."));
  return Object.fromEntries(Object.entries(file.decks).map(([name, kept]) => {
    const deck = names.includes(name) ? checked(kept) : null;
    if (!deck) throw new Error(phrase("That file of mistakes is damaged."));
    return [name, deck];
  }));
}

const longestText = 500;
const longestList = 200;

const isRecord = (/** @type {any} */ x) => typeof x === "object" && x !== null && !Array.isArray(x);
const isText = (/** @type {any} */ x) => typeof x === "string" && x.length <= longestText;
const isCount = (/** @type {any} */ x) => Number.isSafeInteger(x) && x >= 0;
const isList = (/** @type {any} */ x, /** @type {(x: any) => boolean} */ of, most = longestList) => Array.isArray(x) && x.length <= most && x.every(of);
const isPair = (/** @type {any} */ x) => isList(x, isCount) && x.length === 2;

/** @param {any} card */
function isCard(card) {
  const { state } = card ?? {};
  return isRecord(card) && isRecord(state) && [card.fen, card.move, card.text, card.sign, card.kind, card.draws].every(isText) && [card.loss, card.chance].every(Number.isFinite) &&
    [card.made, card.plies, state.step, state.due, state.at].every(isCount) && [card.better, card.better_moves, card.reply, card.reply_moves, card.squares].every((list) => isList(list, isText)) &&
    card.better_moves.length > 0 && isList(card.games, isText, Infinity) && isList(card.reply_paths, (path) => isList(path, isCount));
}

/** @param {any} game */
const isGame = (game) => isRecord(game) && isText(game.of) && isCount(game.at) && isPair(game.moves) && isPair(game.mistakes);

// checked returns a deck as it was kept somewhere, null if it is none.
/** @param {any} deck @returns {Deck | null} */
export function checked(deck) {
  const whole = isRecord(deck) && isRecord(deck.cards) && isRecord(deck.games) && Object.values(deck.games).every(isGame) &&
    Object.entries(deck.cards).every(([id, card]) => isCard(card) && idOf(card) === id);
  return whole ? { cards: deck.cards, games: deck.games } : null;
}
