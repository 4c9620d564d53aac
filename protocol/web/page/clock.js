// Clocks, by the one rule of search.Clock: the increment is added before each move, the first
// one too. What is kept is without the increment of the move to come. All times are
// milliseconds.

/** @typedef {{ left: number, increment: number, used: number }} Running what is kept, and what has been used for the move */

const shortestThought = 350; // a move at once is hard to follow
const pauseParts = 40; // how many pauses there must be time for

// available is what the move may still take, and what a clock shows that runs. At 0 it is lost.
/** @param {Running} clock */
export const available = ({ left, increment, used }) => left + increment - used;

// asked is the clock as the engine is told it, which knows of no time below zero: what is
// overdrawn is taken off the increment.
/** @param {Running} clock */
export function asked(clock) {
  const left = Math.floor(clock.left - clock.used);
  return { remaining: Math.max(left, 0), increment: Math.max(left < 0 ? Math.floor(available(clock)) : clock.increment, 0) };
}

// pause is how long a move that was found is held back, so that it can be followed: not where
// time is short. Without a clock the time is null.
/** @param {number | null} left @param {number} spent */
export function pause(left, spent) {
  return Math.max(Math.min(shortestThought - spent, (left ?? Infinity) / pauseParts), 0);
}
