// Where new games begin that do not begin at the start: after an opening that is drawn by lot, or as
// the games of a file do, one after the other.

import { post } from "./api.js";
import { GameFile, textOf } from "./gamefile.js";
import { heard, phrase } from "./language.js";

/** @typedef {{ variant: string, draws?: string }} NewGame */

export class Openings {
  /** @type {GameFile | null} */ file = null;
  name = ""; // of the file
  next = 0; // the game of it whose turn it is

  // lot returns a game after a balanced opening, another one each time.
  /** @param {NewGame} game @returns {Promise<Game>} */
  async lot(game) {
    const { variant, draws } = game;
    return { ...game, ...(await post("opening", { variant, draws })) };
  }

  // read takes the games of a file in the place of those there were.
  /** @param {File} file */
  async read(file) {
    this.file = await GameFile.of(await textOf(file));
    this.name = file.name;
    this.next = 0;
  }

  // ofFile returns a game after so many plies of the next game of the file that is of its kind, or
  // after all of them if there are fewer.
  /** @param {NewGame} game @param {number} plies @returns {Promise<Game>} */
  async ofFile(game, plies) {
    const { file } = this;
    if (!file) throw new Error(phrase("Choose a file of openings first."));
    for (let tried = 0; tried < file.listed.length; tried++) {
      const i = this.next;
      this.next = (i + 1) % file.listed.length;
      const item = file.listed[i];
      if (item.fen === undefined && item.variant && item.variant !== game.variant) continue;
      const { variant, fen, line = [], faults = [] } = await file.game(i, game.variant);
      if (variant !== game.variant) continue;
      if (faults.length && line.length < plies) throw new Error(phrase("Not all could be read. {fault}", { fault: heard(faults[0]) }));
      return { ...game, fen, moves: line.slice(0, plies).map((node) => node.move) };
    }
    throw new Error(phrase("In {file} there is no opening of this game.", { file: this.name }));
  }

  // text says which file there is, and how far it has come.
  text() {
    if (!this.file) return "";
    const n = this.file.listed.length;
    return phrase("{file}: {n} opening, the next is number {i}|{file}: {n} openings, the next is number {i}", { file: this.name, n, i: this.next + 1 });
  }
}
