import assert from "node:assert/strict";
import { test } from "node:test";

import { Browser } from "./browser.js";
import { Page, random } from "./page.js";

await new Browser().open(); // for what puzzles.js needs
const { ended } = await import("../../../protocol/web/page/puzzles.js");

test("puzzles solved without help make the streak longer, what was not solved ends it", () => {
  let record = { after: 0, theme: "shot", streak: 0, best: 0, solved: 0 };
  for (const [number, outcome, helped] of [[1, "solved", false], [2, "solved", false], [4, "solved", true], [5, "failed", false], [6, "solved", false]]) {
    record = ended(record, { number, outcome, helped });
    if (number === 4) assert.deepEqual(record, { after: 4, theme: "shot", streak: 2, best: 2, solved: 3 });
  }
  assert.deepEqual(record, { after: 6, theme: "shot", streak: 1, best: 2, solved: 4 });
});

test("an ending is played out: a move that still wins is answered, another can be tried again", async () => {
  const page = new Page(random(1));
  const answered = async () => { for (let i = 0; i < 6; i++) { page.answerAll(); page.pass(1000); await page.settle(); } };
  try {
    page.hash = "#puzzle=international.4";
    await page.load();
    await answered();
    const { puzzles, session } = page.app;
    const play = async (/** @type {number} */ which) => {
      const { paths: [{ squares }] } = session.node.answer.moves.at(which);
      page.press(squares[0], squares.at(-1));
      await answered();
    };
    assert.match(puzzles.text, /With best play it takes 3 moves/);
    await play(-1);
    assert.equal(puzzles.phase, "wrong");
    await puzzles.ask();
    await answered();
    await play(0);
    assert.match(puzzles.text, /wins, and .* follows: with best play 2 moves more/);
    await play(1);
    assert.match(puzzles.text, /with best play 1 move more/);
    puzzles.hint();
    assert.match(puzzles.text, /The piece on/);
    await play(0);
    assert.deepEqual([puzzles.phase, puzzles.line().solution.moves.length, puzzles.record.solved], ["right", 5, 0]);
    assert.deepEqual(page.faults, []);
  } finally {
    page.end();
  }
});
