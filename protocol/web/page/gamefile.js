// A text of games or of positions that somebody else has written: what there is in it, and each of them.

import { post } from "./api.js";
import { phrase } from "./language.js";

const mostPositions = 5000;
const mostMB = 4;

/** @typedef {(ListedGame & { fen?: undefined }) | { fen: string }} Listed */

export class GameFile {
  /** @type {Listed[]} */ listed = [];
  /** @type {string[]} */ lines = []; // of the text
  /** @type {string | undefined} */ results = undefined; // whose points its results name first
  more = false; // there are others, which are not listed

  // of reads a text.
  /** @param {string} text */
  static async of(text) {
    const file = new GameFile();
    const lines = text.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);
    if (lines.every((line) => /^(\[FEN\s*)?"?[WB]:/i.test(line))) {
      file.listed = lines.slice(0, mostPositions).map((line) => ({ fen: line.replace(/^\[FEN\s*|\]$/gi, "").replaceAll('"', "") }));
      file.more = lines.length > mostPositions;
      return file;
    }
    const { games, more, results } = await post("pdn/list", { text });
    file.lines = text.split(/\r\n|\n|\r/);
    return Object.assign(file, { listed: games, more: Boolean(more), results });
  }

  // game returns a game of the list, or a position. One that does not say which game it is of is of
  // that variant.
  /** @param {number} i @param {string} variant @returns {Promise<Game>} */
  async game(i, variant) {
    const item = this.listed[i];
    if (item.fen !== undefined) return { variant, fen: item.fen };
    const next = this.listed.slice(i + 1).flatMap((g) => (g.fen === undefined && g.line > item.line ? [g.line - 1] : []))[0];
    const text = this.lines.slice(item.line - 1, next).join("\n");
    const game = await post("pdn/read", { text, variant: item.variant || variant, results: this.results });
    return { ...game, result: game.result || "*" };
  }
}

// textOf returns what is in a file of games.
/** @param {File} file */
export async function textOf(file) {
  if (file.size > mostMB << 20) throw new Error(phrase("That file has more than {n} MB: open a part of it.", { n: mostMB }));
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
