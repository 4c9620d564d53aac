// What moves took.

import { decimal, number, phrase } from "./language.js";

// spentText says what a move took, in milliseconds, "" if nobody knows.
/** @param {number} [spent] */
export function spentText(spent) {
  if (spent === undefined) return "";
  const all = spent / 1000;
  if (all < 10) return phrase("{n} s", { n: decimal(all, 1) });
  if (all < 60) return phrase("{n} s", { n: number(Math.round(all)) });
  return `${Math.floor(all / 60)}:${String(Math.floor(all % 60)).padStart(2, "0")}`;
}
