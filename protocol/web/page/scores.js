// How scores are written. A score is in hundredths of a man,
// for White.

import { phrase, signed } from "./language.js";

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
