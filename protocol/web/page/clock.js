// Times in the comments on moves, as the server writes and reads them too: what a move took, and
// what the clock of its side shows after it.

import { decimal, number, phrase } from "./language.js";

const took = /\[%emt (\d+):(\d\d):(\d\d(?:\.\d+)?)\]/;

// clockOf returns the comment of a move.
/** @param {number} spent @param {number} [left] both in milliseconds */
export function clockOf(spent, left) {
  return (left === undefined ? "" : `[%clk ${written(left)}] `) + `[%emt ${written(spent)}]`;
}

/** @param {number} ms */
function written(ms) {
  const tenths = Math.max(Math.round(ms / 100), 0);
  const [seconds, minutes] = [(tenths % 600) / 10, Math.floor(tenths / 600)];
  const padded = (seconds < 10 ? "0" : "") + seconds;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${padded}`;
}

// spentText says what a move took, "" if its comments do not tell.
/** @param {string[]} comments */
export function spentText(comments) {
  const found = comments.join(" ").match(took);
  if (!found) return "";
  const [, hours, minutes, seconds] = found.map(Number);
  const all = 3600 * hours + 60 * minutes + seconds;
  if (all < 10) return phrase("{n} s", { n: decimal(all, 1) });
  if (all < 60) return phrase("{n} s", { n: number(Math.round(all)) });
  return `${Math.floor(all / 60)}:${String(Math.floor(all % 60)).padStart(2, "0")}`;
}
