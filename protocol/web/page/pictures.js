// Pictures of the board and of the game, which the server draws.

import { post } from "./api.js";
import { download, notify } from "./dom.js";
import { shapesIn } from "./drawing.js";
import { heard, phrase } from "./language.js";
import { isDark } from "./looks.js";
import { playerName } from "./session.js";
import { settings } from "./store.js";

const sizes = { png: 800, svg: 800, gif: 480 }; // pixels

/** @typedef {keyof typeof sizes} Format */

// named is a tag as a caption has it: players in the language of the reader.
/** @param {Tag} tag */
const named = ({ name, value }) => ({ name, value: name === "White" || name === "Black" ? playerName(value) || value : value });

// savePicture has a picture drawn and saves it.
/** @param {Session} session @param {Board} board @param {Format} format */
export async function savePicture(session, board, format) {
  if (format === "gif") notify(phrase("Drawing …"), 30);
  const { type, data } = await post("picture", query(session, board, format));
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  download(new Blob([bytes], { type }), session.tree.fileName(format));
  notify(phrase("The picture is saved."), 3);
}

// query asks for the moves to the present one, and how the game went on from there.
/** @param {Session} session @param {Board} board @param {Format} format @returns {PictureQuery} */
function query({ tree, node, variant }, board, format) {
  const shapes = shapesIn(node.comments, variant);
  return {
    game: {
      variant: tree.variant, fen: tree.fen, tags: tree.tags.map(named), result: node.last().isMain() ? tree.result : "*",
      line: node.last().line().map(({ move, signs, glyphs }) => ({ move, signs, glyphs })),
    },
    name: heard(variant.title), ply: node.depth, format, size: sizes[format], flipped: board.flipped, dark: isDark(),
    labels: settings.labels === "auto" ? "" : settings.labels,
    circles: shapes.flatMap(({ squares }) => (squares.length === 1 ? squares : [])),
    arrows: shapes.flatMap(({ squares }) => (squares.length > 1 ? [squares] : [])),
  };
}
