// What searches have found in the positions of a game, for the server to judge its moves by,
// and what it says of them. Nothing is judged here.

import { percent, phrase } from "./language.js";

const longest = 14; // plies of a line that are kept

// learned returns what the page keeps of what a search has found. The pass is the one that
// the server has asked for, 0 if it has not.
/** @param {Info | Done} found @returns {Found} */
export function learned(found, pass = 0) {
  const { score, kind, plies, chance, depth, moves = [] } = found;
  return { score, kind, plies, chance, depth, pass, line: moves.slice(0, longest) };
}

// isDeeper reports whether what is known comes from a deeper search than what was found.
/** @param {Found | null} known @param {Info | Done} found */
export function isDeeper(known, found) {
  return Boolean(known?.line && known.depth && known.depth > found.depth);
}

// keep gives a node what the search has found that the server has asked for. Played is the
// move that was left out, if it was about the others.
/** @param {GameNode} node @param {NextSearch} next @param {Done} found */
export function keep(node, next, found, played = "") {
  const known = next.others ? node.others : node.score;
  if (known && isDeeper(known, found) && (!next.others || known.without === played)) known.pass = next.pass;
  else if (next.others) node.others = { ...learned(found, next.pass), without: played };
  else node.score = learned(found, next.pass);
}

// foundIn returns what is known of nodes that follow each other, the first at the start.
/** @param {GameNode[]} nodes @returns {KnownFinding[]} */
export function foundIn(nodes) {
  const list = [];
  for (const [ply, { score, others }] of nodes.entries()) {
    if (score) list.push(finding(ply, score));
    if (others && others.without === nodes[ply + 1]?.move) list.push({ ...finding(ply, others), others: true });
  }
  return list;
}

/** @param {number} ply @param {Pick<Found, "score" | "pass" | "line">} known @returns {KnownFinding} */
function finding(ply, { score, pass = 0, line = [] }) {
  return line.length ? { ply, pass, score, line } : { ply, score };
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

// isMistake reports whether a move is one of those that the page leads to.
/** @param {GameNode} node */
export function isMistake(node) {
  return ["mistake", "blunder"].includes(node.judged?.verdict || "");
}

// summary says how both sides have played.
/** @param {Summaries} sides */
export function summary(sides) {
  return phrase("White: {white}. Black: {black}.", { white: ofSide(sides.white), black: ofSide(sides.black) });
}

/** @param {Summary} side */
function ofSide({ accuracy, blunders, mistakes, inaccuracies }) {
  const bad = [
    phrase("{n} blunder|{n} blunders", { n: blunders }), phrase("{n} mistake|{n} mistakes", { n: mistakes }), phrase("{n} inaccuracy|{n} inaccuracies", { n: inaccuracies }),
  ];
  return (accuracy === null ? bad : [phrase("accuracy {accuracy}", { accuracy: percent(accuracy / 100, 1) }), ...bad]).join(", ");
}
