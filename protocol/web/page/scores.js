// How scores are written. A score is in hundredths of a man,
// for White.

// scoreText writes a score as people do: men, for White.
/** @param {Score} s */
export function scoreText(s) {
  const side = s.score >= 0 ? "" : "-";
  if (s.kind === "end") return `${side}#${Math.ceil((s.plies ?? 0) / 2)}`;
  if (s.kind === "database") return s.score > 0 ? "+won" : "-won";
  return (s.score > 0 ? "+" : "") + (s.score / 100).toFixed(2);
}

// tenths writes a score for where there is little room.
/** @param {number} hundredths */
export function tenths(hundredths) {
  const n = Math.round(hundredths / 10);
  return (n > 0 ? "+" : n < 0 ? "-" : "") + (Math.abs(n) / 10).toFixed(1);
}
