// What is seen of the library: the form and the games that were found, and the explorer.

import { $, bindFiles, complain, el, fill, fillRows, gameButton, write } from "./dom.js";
import { dayOf, number, percent, phrase } from "./language.js";
import { scoreText } from "./scores.js";
import { movesText, pairing } from "./session.js";

const outcomes = () => new Map([["white", phrase("White won")], ["black", phrase("Black won")], ["draw", phrase("draw")]]);

export class LibraryViews {
  /** @param {Session} session @param {{ library: import("./library.js").Library, explorer: import("./library.js").Explorer, pattern: import("./setup.js").Pattern, games: Games }} others @param {() => void} show which shows the panel with the games */
  constructor(session, { library, explorer, pattern, games }, show) {
    this.session = session;
    this.library = library;
    this.explorer = explorer;
    this.pattern = pattern;
    this.show = show;
    const use = session.about.library;
    $("tab-library").hidden = !use;
    if (!use) return;
    $("library-add").hidden = $("library-keep").hidden = use !== "add";
    $("library-form").addEventListener("submit", (e) => { e.preventDefault(); this.seek(library.find(this.wanted())); });
    $("library-more").addEventListener("click", () => this.seek(library.next()));
    bindFiles("library-files", (files) => library.add(files));
    $("library-keep").addEventListener("click", () => games.pdn().then((text) => library.add([new File([text], session.tree.fileName("pdn"))]), complain));
    $("library-stop").addEventListener("click", () => library.adding?.abort());
    session.view(() => { this.drawGames(); this.drawExplorer(); });
  }

  // wanted returns what the form asks for.
  /** @returns {FindQuery} */
  wanted() {
    const { open, letters } = this.pattern;
    const [player, event, from, to, result] = /** @type {const} */ (["player", "event", "from", "to", "result"]).map((name) => $(`library-${name}`).value.trim());
    return {
      ...this.session.query(), here: $("library-here").checked, player, event, from: Number(from), to: Number(to), results: result ? [result] : [],
      ...(open && { pattern: letters, swap: $("pattern-swap").checked }),
    };
  }

  // seek shows the first of the games that have been asked for.
  /** @param {Promise<void>} asked */
  async seek(asked) {
    const n = this.library.found.length;
    await asked;
    $("library-games").children[n]?.scrollIntoView({ block: "nearest" });
  }

  drawGames() {
    const { found, chosen, more, text, adding } = this.library;
    fillRows($("library-games"), found.map((g) => [`${g.id} ${g.ply}`, () => this.item(g)]));
    found.forEach((g, i) => $("library-games").children[i].firstElementChild?.classList.toggle("chosen", g.id === chosen));
    $("library-more").hidden = !more;
    $("library-stop").hidden = !adding;
    write($("library-state"), text);
  }

  /** @param {FoundGame} g */
  item(g) {
    const about = [outcomes().get(g.result), g.event, dayOf(g.date), movesText(g.plies), g.ply ? phrase("after move {n}", { n: Math.ceil(g.ply / 2) }) : ""];
    return el("li", {}, gameButton(pairing(g.white, g.black), about, () => this.library.openGame(g).catch(complain)));
  }

  // drawExplorer shows what is known or, until that is, what was known before.
  drawExplorer() {
    const { explorer: { visible, wrong, known }, session: { node } } = this;
    const stats = known.get(node);
    $("explorer").hidden = !visible;
    if (!visible || wrong) $("facts").classList.remove("covered");
    if (!visible) return;
    if (wrong) fill($("explorer"), wrong, () => [el("p", { class: "quiet" }, wrong)]);
    else if (stats && node.answer) this.drawMoves(stats, node.answer);
  }

  // drawMoves shows the moves of the games, those of the most games first, and then the others of
  // the opening book. It stands in place of what the book says alone.
  /** @param {Stats} stats @param {Position} answer */
  drawMoves({ all, moves, ended }, answer) {
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
      el("button", { type: "button", class: "pv", "aria-label": phrase("List {n} game with {move}|List {n} games with {move}", { n: m.games, move: m.text }), onclick: () => { this.show(); this.seek(this.library.findNext(m)); } }, number(m.games)),
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
