// How scores of moves are written, and what moves took. A score is in hundredths of a man, for
// White.

import { decimal, number, percent, phrase, signed } from "./language.js";

const fewest = 3; // positions by which a scale is known
const least = 10; // hundredths: scores of that mean size say something about a scale

// scoreText writes a score as people do: men, for White.
/** @param {Score} s */
export function scoreText(s) {
  const side = s.score >= 0 ? "" : "−";
  if (s.kind === "end") return `${side}#${Math.ceil((s.plies ?? 0) / 2)}`;
  if (s.kind === "database") return s.score > 0 ? phrase("+won") : phrase("−won");
  return signed(s.score / 100, 2);
}

// tenths writes a score for where there is little room.
/** @param {number} hundredths */
export function tenths(hundredths) {
  return signed(hundredths / 100, 1);
}

// chanceText writes a chance. Only what is certain is 0 or 100 percent.
/** @param {number} chance */
export function chanceText(chance) {
  return percent(Math.min(Math.max(chance, chance > 0 ? 0.01 : 0), chance < 1 ? 0.99 : 1));
}

// spentText says what a move took, in milliseconds, "" if nobody knows.
/** @param {number} [spent] */
export function spentText(spent) {
  if (spent === undefined) return "";
  const all = spent / 1000;
  if (all < 10) return phrase("{n} s", { n: decimal(all, 1) });
  if (all < 60) return phrase("{n} s", { n: number(Math.round(all)) });
  return `${Math.floor(all / 60)}:${String(Math.floor(all % 60)).padStart(2, "0")}`;
}

// scaleOf returns by what the scores of an engine are to be multiplied to be those of another, by
// least squares over positions that both have searched; null as long as these are few or even, or if
// the engines contradict each other.
/** @param {[number, number][]} pairs */
export function scaleOf(pairs) {
  const own = pairs.reduce((sum, [a]) => sum + a * a, 0);
  const factor = pairs.reduce((sum, [a, b]) => sum + a * b, 0) / own;
  return pairs.length >= fewest && own >= pairs.length * least ** 2 && factor > 0 ? factor : null;
}
