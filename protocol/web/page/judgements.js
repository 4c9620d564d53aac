// What searches have found in the positions of a game, for the server to judge its moves by,
// and what it says of them. Nothing is judged here.

import { percent, phrase } from "./language.js";

const longest = 40; // plies of a line that the server takes

/** @type {(Budget | undefined)[]} */
const budgets = [undefined, "quick", "usual", "deep"]; // what each has done need not be done for those before

// learned returns what the page keeps of what a search has found. The pass is the one that
// the server has asked for, within a budget; 0 if it has not.
/** @param {Info | Done} found @param {number} [pass] @param {Budget} [budget] @returns {Found} */
export function learned(found, pass = 0, budget = undefined) {
  const { score, kind, plies, chance, depth, moves = [] } = found;
  return { score, kind, plies, chance, depth, pass, budget, line: moves.slice(0, longest) };
}

// isDeeper reports whether what is known comes from a deeper search than what was found.
/** @param {Found | null} known @param {Info | Done} found */
export function isDeeper(known, found) {
  return Boolean(known?.line && known.depth && known.depth > found.depth);
}

// keep gives a node what the search has found that the server has asked for. Played is the
// move that was left out, if it was about the others.
/** @param {GameNode} node @param {NextSearch} next @param {Done} found @param {Budget} budget */
export function keep(node, next, found, budget, played = "") {
  const known = next.others ? node.others : node.score;
  const same = known && (!next.others || known.without === played);
  if (same && isDeeper(known, found)) return void Object.assign(known, { pass: next.pass, budget });
  const now = learned(found, next.pass, budget);
  if (same) now.line = continued(now.line, known.line);
  if (next.others) node.others = { ...now, without: played };
  else node.score = now;
}

// continued returns a line, or an earlier one that goes on from where it was cut off, as a line is that
// ends in what the table of the search knew.
/** @param {string[] | undefined} line @param {string[] | undefined} earlier */
function continued(line = [], earlier = []) {
  return line.every((move, i) => move === earlier[i]) ? earlier : line;
}

// foundIn returns what is known of nodes that follow each other, the first at the start. What
// was found with less than the budget spares no search.
/** @param {GameNode[]} nodes @param {Budget} budget @returns {KnownFinding[]} */
export function foundIn(nodes, budget = "quick") {
  /** @type {KnownFinding[]} */
  const list = [];
  /** @param {number} ply @param {Found} known @param {{ others?: true }} what */
  const add = (ply, { score, pass = 0, line = [], budget: used }, what) => {
    const done = budgets.indexOf(used) < budgets.indexOf(budget) ? 0 : pass;
    list.push(line.length ? { ply, pass: done, score, line, ...what } : { ply, score, ...what });
  };
  for (const [ply, { score, others }] of nodes.entries()) {
    if (score) add(ply, score, {});
    if (others && others.without === nodes[ply + 1]?.move) add(ply, others, { others: true });
  }
  return list;
}

// tell gives the nodes what the server says of them, and reports whether the list of moves
// looks different then.
/** @param {GameNode[]} nodes @param {Judgements} answer */
export function tell(nodes, answer) {
  const moves = new Map(answer.moves.map((m) => [m.ply, m]));
  let changed = false;
  for (const [ply, node] of nodes.entries()) {
    node.judged = moves.get(ply) || null;
    node.chance = answer.chances[ply] ?? null;
    const shown = JSON.stringify([node.judged, node.score?.score]);
    changed ||= shown !== node.shown;
    node.shown = shown;
  }
  return changed;
}

// chanceAt returns what White may expect in a position, from 0 to 1, null if nobody knows.
/** @param {GameNode} node @returns {number | null} */
export function chanceAt(node) {
  return node.chance ?? node.score?.chance ?? null;
}

// scoreAt returns the score to show of a position, none if nobody knows.
/** @param {GameNode} node @returns {Score | undefined} */
export function scoreAt(node) {
  return node.score ?? node.judged?.score;
}

const onlyMove = 7; // says nothing of how good it is
const glyphs = new Map([[1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"], [7, "□"]]); // of PDN: $1
const verdicts = new Map([["?!", "inaccuracy"], ["?", "mistake"], ["??", "blunder"]]);

// glyphSign returns the sign that glyphs of a move stand for, empty if there is none.
/** @param {number[]} list */
export function glyphSign(list) {
  return list.map((n) => glyphs.get(n)).find(Boolean) || "";
}

// withoutSign returns glyphs without those that stand for a sign.
/** @param {number[]} list */
export function withoutSign(list) {
  return list.filter((n) => !glyphs.has(n));
}

// signOf returns what is shown behind a move: what people have written, also as a glyph that no analysis
// has given, or, without that, what the server says, or a file.
/** @param {GameNode} node */
export function signOf({ judged, signs, glyphs: list, given }) {
  const { sign, only } = judged ?? {};
  return signs || glyphSign(list.filter((n) => n !== given && n !== onlyMove)) || sign || glyphSign(list) || (only ? "□" : "");
}

// listedSign is the same for the list of moves, in which a square behind each forced move only
// hides the others.
/** @param {GameNode} node */
export function listedSign(node) {
  return signOf(node).replace("□", "");
}

// verdictOf returns how bad a move is, empty if it is not: as the server says or, as long as
// it has not judged the move, as the sign says that somebody has written.
/** @param {GameNode} node */
export function verdictOf(node) {
  return node.judged ? node.judged.verdict || "" : verdicts.get(signOf(node)) || "";
}

// isMistake reports whether a move is one of those that the page leads to.
/** @param {GameNode} node */
export function isMistake(node) {
  return ["mistake", "blunder"].includes(verdictOf(node));
}

// tally returns how both sides have played: what the server says of them, with the bad moves counted
// that are shown as such, be it by the signs of a file alone.
/** @param {GameNode[]} line @param {(node: GameNode) => Side} sideOf @param {Summaries | undefined} sides */
export function tally(line, sideOf, sides) {
  /** @param {Side} side @param {Summary | undefined} said */
  const of = (side, said) => {
    const bad = line.filter((n) => sideOf(n) === side).map(verdictOf);
    /** @param {string} verdict */
    const count = (verdict) => bad.filter((v) => v === verdict).length;
    return { accuracy: said?.moves ? said.accuracy : null, blunders: count("blunder"), mistakes: count("mistake"), inaccuracies: count("inaccuracy") };
  };
  return { white: of("w", sides?.white), black: of("b", sides?.black) };
}

/** @typedef {ReturnType<typeof tally>["white"]} Tally */

// following returns the next of some nodes after a place of the game, the first of them after the last.
/** @param {GameNode[]} nodes @param {GameNode} here @returns {GameNode | undefined} */
export function following(nodes, here) {
  return nodes.find((n) => n.depth > here.depth) ?? nodes[0];
}

// summary says how both sides have played.
/** @param {Summaries} sides */
export function summary(sides) {
  return phrase("White: {white}. Black: {black}.", { white: ofSide(sides.white), black: ofSide(sides.black) });
}

/** @param {Pick<Summary, keyof Tally>} side */
function ofSide({ accuracy, blunders, mistakes, inaccuracies }) {
  const bad = [
    phrase("{n} blunder|{n} blunders", { n: blunders }), phrase("{n} mistake|{n} mistakes", { n: mistakes }), phrase("{n} inaccuracy|{n} inaccuracies", { n: inaccuracies }),
  ];
  return (accuracy === null ? bad : [phrase("accuracy {accuracy}", { accuracy: percent(accuracy / 100, 1) }), ...bad]).join(", ");
}
