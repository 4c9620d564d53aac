// The rules of the games, with two positions each that show them.

import { $, choose, complain, el, openDialog } from "./dom.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { heard, phrase } from "./language.js";
import { gameName } from "./session.js";
import { settings } from "./store.js";
import { piecesInWords } from "./words.js";

export class Rules {
  /** @param {Session} session @param {(game: Game) => unknown} open */
  constructor(session, open) {
    this.session = session;
    this.open = open;
    $("rules-variant").append(...session.about.variants.map((v) => el("option", { value: v.name }, gameName(v))));
    $("rules-variant").addEventListener("change", () => this.show($("rules-variant").value).catch(complain));
    $("rules").addEventListener("close", () => $("rules-diagrams").replaceChildren()); // there is one board again
  }

  // show opens the dialog with the rules of a game, or of the one on the board.
  async show(name = this.session.variant.name) {
    choose($("rules-variant"), name);
    const variant = this.session.variants.get(name);
    if (!variant) throw new Error(phrase("There is no game {game}.", { game: name }));
    const { sentences, diagrams } = await post("rules", { variant: name });
    if ($("rules-variant").value === name) { // else another was chosen meanwhile
      $("rules-list").replaceChildren(...sentences.map((text) => el("li", {}, heard(text))));
      $("rules-diagrams").replaceChildren(...diagrams.map((d) => this.figure(variant, d)));
    }
    if (!$("rules").open) openDialog("rules");
    $("rules").scrollTop = 0;
  }

  /** @param {Variant} variant @param {Diagram} diagram */
  figure(variant, { fen, board: text, text: move, path, caption }) {
    const place = el("div", { class: "board", role: "img" });
    const board = new Board(place, variant);
    board.labels = settings.labels;
    board.setVariant(variant);
    board.draw(text);
    board.mark("victim", path.captured);
    board.arrows([{ squares: path.squares, kind: "best", rank: 1 }]);
    asPicture(board);
    place.setAttribute("aria-label", piecesInWords(board).join("; "));
    const use = () => {
      $("rules").close();
      this.open({ variant: variant.name, fen });
    };
    return el("figure", {}, place,
      el("figcaption", {}, el("strong", {}, move), " ", heard(caption)),
      el("button", { type: "button", onclick: use }, phrase("Try it on the board")));
  }
}

// asPicture takes from a board what makes its squares controls, and the colours of pieces, which
// the board of the page has for all.
/** @param {Board} board */
function asPicture(board) {
  board.svg.querySelector("defs")?.remove();
  for (const element of [board.svg, ...board.layers.squares.children]) {
    for (const name of ["role", "tabindex", "aria-label", "data-square"]) element.removeAttribute(name);
  }
}
