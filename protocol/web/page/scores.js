// What scores mean, and how they are written. A score is in hundredths of a man,
// for White.

let scale = 192; // hundredths of a man a logit; each game has its own

// setScale says what the scores of the game are fitted with.
export function setScale(hundredths) {
  scale = hundredths;
}

// chance returns what White may expect, from 0 to 1.
export function chance(s) {
  if (s.kind) return s.score > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-s.score / scale));
}

// scoreText writes a score as people do: men, for White.
export function scoreText(s) {
  const side = s.score >= 0 ? "" : "-";
  if (s.kind === "end") return `${side}#${Math.ceil(s.plies / 2)}`;
  if (s.kind === "database") return s.score > 0 ? "+won" : "-won";
  return (s.score > 0 ? "+" : "") + (s.score / 100).toFixed(2);
}

// tenths writes a score for where there is little room.
export function tenths(hundredths) {
  const n = Math.round(hundredths / 10);
  return (n > 0 ? "+" : n < 0 ? "-" : "") + (Math.abs(n) / 10).toFixed(1);
}
