// The explorer: how the games of the library went on from the position on the board.

import { $, complain, el, fill } from "./dom.js";
import { isStopped, messageOf, post } from "./api.js";
import { number, percent, phrase } from "./language.js";
import { scoreText } from "./scores.js";

const pause = 80; // milliseconds: positions that fly by are not asked about

export class Explorer {
  /** @param {Session} session @param {Mode} mode @param {(move: MoveStats) => void} list which lists the games that went on by a move */
  constructor(session, mode, list) {
    this.session = session;
    this.mode = mode;
    this.list = list;
    this.shown = false;
    this.timer = 0;
    /** @type {AbortController | null} */
    this.asked = null;
    /** @type {WeakMap<GameNode, Stats>} */
    this.known = new WeakMap();
    if (!session.about.library) return;
    for (const name of /** @type {const} */ (["position", "play", "mode"])) session.on(name, () => this.moved());
  }

  // show says whether the explorer is to be seen.
  /** @param {boolean} on */
  show(on) {
    this.shown = on;
    this.moved();
  }

  // forget is called when the library has other games.
  forget() {
    this.known = new WeakMap();
    this.moved();
  }

  moved() {
    clearTimeout(this.timer);
    this.asked?.abort();
    const { session, mode } = this;
    const visible = this.shown && Boolean(session.about.library) && mode.may("think") && session.begun;
    $("explorer").hidden = !visible;
    if (!visible) return $("facts").classList.remove("covered");
    const known = this.known.get(session.node);
    if (known) this.draw(known);
    else this.timer = setTimeout(() => this.ask(session.node), pause);
  }

  /** @param {GameNode} node */
  async ask(node) {
    const asked = (this.asked = new AbortController());
    try {
      const stats = await post("library/stats", this.session.query(node), { signal: asked.signal });
      this.known.set(node, stats);
      if (this.session.node === node && !asked.signal.aborted) this.draw(stats);
    } catch (error) {
      if (isStopped(error) || this.session.node !== node) return;
      $("facts").classList.remove("covered");
      const text = messageOf(error);
      fill($("explorer"), text, () => [el("p", { class: "quiet" }, text)]);
    }
  }

  // draw shows the moves of the games, those of the most games first, and then the others of
  // the opening book. It stands in place of what the book says alone.
  /** @param {Stats} stats */
  draw({ all, moves, ended }) {
    const { answer } = this.session.node;
    if (!answer) return;
    $("facts").classList.toggle("covered", all.games > 0 && !answer.value);
    if (!all.games) return fill($("explorer"), null, () => [el("p", { class: "quiet" }, phrase("No game of the library has this position."))]);
    const book = new Map(answer.moves.flatMap((m) => (m.book ? [[m.move, scoreText(m.book)]] : [])));
    const others = answer.moves.filter((m) => m.book && !moves.some((played) => played.move === m.move));
    const columns = [phrase("Move"), ...(book.size ? [phrase("Book")] : []), phrase("Games"), phrase("Results"), phrase("White")];
    /** @param {Element | string} name @param {string} move @param {(Element | string)[]} cells */
    const row = (name, move, ...cells) => el("tr", {}, el("th", { scope: "row" }, name),
      ...[...(book.size ? [book.get(move) ?? "–"] : []), ...cells].map((cell) => el("td", {}, cell)));
    /** @param {{ move: string, text: string }} m */
    const name = (m) => el("button", { type: "button", class: "pv", onclick: () => this.play(m.move) }, m.text);
    const rows = moves.map((m) => row(name(m), m.move,
      el("button", { type: "button", class: "pv", "aria-label": phrase("List {n} game with {move}|List {n} games with {move}", { n: m.games, move: m.text }), onclick: () => this.list(m) }, number(m.games)),
      bar(m), el("span", { title: m.chance === null ? null : phrase("by analysis {share}", { share: percent(m.chance) }) }, share(m))));
    if (ended) rows.push(row(phrase("end"), "", number(ended.games), bar(ended), share(ended)));
    fill($("explorer"), [this.session.node.id, all, moves, ended], () => [el("table", {},
      el("caption", { class: "quiet" }, [phrase("Library: {n} game|Library: {n} games", { n: all.games }), ...(all.score === null ? [] : [phrase("White scores {share}", { share: percent(all.score) })])].join(", ")),
      el("thead", {}, el("tr", {}, ...columns.map((column) => el("th", { scope: "col" }, column)))),
      el("tbody", {}, ...rows, ...others.map((m) => row(name(m), m.move, "–", "", ""))))]);
  }

  /** @param {string} move */
  play(move) {
    const legal = this.session.node.answer?.moves.find((m) => m.move === move);
    if (legal) this.session.play(legal).catch(complain);
  }
}

// share returns what White made of games.
/** @param {Results} results */
function share({ score }) {
  return score === null ? "–" : percent(score);
}

// bar shows the results of games: won by White, drawn, won by Black, and not known.
/** @param {Results} results */
function bar({ games, white, drawn, black, unknown }) {
  const parts = /** @type {const} */ ([
    ["white", white, phrase("{n} won by White", { n: white })], ["drawn", drawn, phrase("{n} drawn", { n: drawn })],
    ["black", black, phrase("{n} won by Black", { n: black })], ["unknown", unknown, phrase("{n} unknown", { n: unknown })]]);
  const told = parts.filter(([, n]) => n).map(([, , text]) => text).join(", ");
  const box = el("div", { class: "results", role: "img", "aria-label": told, title: told });
  for (const [kind, n] of parts) {
    const part = el("span", { class: kind });
    part.style.width = `${(100 * n) / games}%`;
    box.append(part);
  }
  return box;
}
