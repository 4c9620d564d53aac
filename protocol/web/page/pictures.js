// Pictures of the board and of the game, which the server draws.

import { post } from "./api.js";
import { complain, download, notify } from "./dom.js";
import { shapesIn } from "./drawing.js";
import { heard, phrase } from "./language.js";
import { isDark } from "./looks.js";
import { playerName } from "./session.js";
import { settings } from "./store.js";

const sizes = { png: 800, svg: 800, gif: 480 }; // pixels

/** @typedef {keyof typeof sizes} Format */

// shownLine returns the moves to the present one, and how the game went on from there.
/** @param {GameNode} node */
function shownLine(node) {
  return node.last().line();
}

// named is a tag as a caption has it: players in the language of the reader.
/** @param {Tag} tag */
const named = ({ name, value }) => ({ name, value: name === "White" || name === "Black" ? playerName(value) || value : value });

export class Pictures {
  /** @param {Session} session @param {Board} board */
  constructor(session, board) {
    this.session = session;
    this.board = board;
  }

  /** @param {Format} format @returns {PictureQuery} */
  query(format) {
    const { tree, node, variant } = this.session;
    const line = shownLine(node);
    const shapes = shapesIn(node.comments, variant);
    return {
      game: {
        variant: tree.variant, fen: tree.fen, tags: tree.tags.map(named), result: node.last().isMain() ? tree.result : "*",
        line: line.map(({ move, signs, glyphs }) => ({ move, signs, glyphs })),
      },
      name: heard(variant.title), ply: node.depth, format, size: sizes[format], flipped: this.board.flipped, dark: isDark(),
      labels: settings.labels === "auto" ? "" : settings.labels,
      circles: shapes.flatMap(({ squares }) => (squares.length === 1 ? squares : [])),
      arrows: shapes.flatMap(({ squares }) => (squares.length > 1 ? [squares] : [])),
    };
  }

  /** @param {Format} format */
  async save(format) {
    if (format === "gif") notify(phrase("Drawing …"), 30);
    try {
      const { type, data } = await post("picture", this.query(format));
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      download(new Blob([bytes], { type }), this.session.tree.fileName(format));
      notify(phrase("The picture is saved."), 3);
    } catch (error) {
      complain(error);
    }
  }
}
