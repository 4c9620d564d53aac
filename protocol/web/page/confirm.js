// The question whether a move is meant, where moves are confirmed.

import { $ } from "./dom.js";
import { phrase } from "./language.js";

// confirmed shows a move and reports whether the user wants it after all. It does not if meanwhile something
// else is shown, time is up, or another square is clicked: what was clicked is chosen then.
/** @param {Session} session @param {Input} input @param {Move} move @returns {Promise<boolean>} */
export function confirmed(session, input, move) {
  const { board } = input;
  const { squares, captured } = move.paths[0];
  const end = squares[squares.length - 1];
  board.displace(squares[0], end, captured);
  board.mark("ahead", [squares[0], end]);
  $("confirm-yes").textContent = phrase("Play {move}", { move: move.text });
  $("confirm").hidden = false;
  $("confirm-yes").focus();
  return new Promise((resolve) => {
    const over = new AbortController();
    const { signal } = over;
    /** @param {boolean} yes */
    const end = (yes) => {
      over.abort();
      $("confirm").hidden = true;
      board.mark("ahead", []);
      resolve(yes);
    };
    $("confirm-yes").addEventListener("click", () => end(true), { signal });
    $("confirm-no").addEventListener("click", () => end(false), { signal });
    addEventListener("keydown", (e) => { if (e.key === "Escape") end(false); }, { signal });
    // It ends before the board sees the click.
    input.onpress((square) => { if (!input.isLeft(square)) end(false); }, signal);
    for (const name of ["position", "play", "game"]) session.addEventListener(name, () => end(false), { signal });
  });
}
