// The library: a search for games by what is known of them and by a pattern drawn on the
// board, the games that were found, and files to add.

import { $, complain, el } from "./dom.js";
import { isStopped, messageOf, post, upload } from "./api.js";
import { blackFirst, movesText } from "./games.js";
import { dayOf, heard, phrase } from "./language.js";
import { pairing } from "./session.js";

const outcomes = () => new Map([["white", phrase("White won")], ["black", phrase("Black won")], ["draw", phrase("draw")]]);
const mostFaults = 3; // of a file that are shown

export class Library {
  /** @param {Session} session @param {import("./setup.js").Pattern} pattern @param {(game: Game) => Promise<void>} open */
  constructor(session, pattern, open) {
    this.session = session;
    this.pattern = pattern;
    this.open = open;
    this.onadded = () => {};
    /** @type {FindQuery | null} */
    this.query = null; // of the games that are listed
    this.what = "";
    /** @type {FoundGame[]} */
    this.found = [];
    /** @type {AbortController | null} */
    this.asked = null;
    /** @type {AbortController | null} */
    this.adding = null;
    const use = session.about.library;
    $("tab-library").hidden = !use;
    if (!use) return;
    $("library-add").hidden = use !== "add";
    this.bind();
  }

  bind() {
    $("library-form").addEventListener("submit", (e) => { e.preventDefault(); this.find(this.wanted()); });
    $("library-more").addEventListener("click", () => this.more());
    $("library-files").addEventListener("change", () => this.add([...($("library-files").files ?? [])]));
    $("library-stop").addEventListener("click", () => this.adding?.abort());
  }

  // show is called when the panel is shown: what there is is seen before anything is asked.
  show() {
    if (!this.query) this.find(this.wanted(), "", false);
  }

  // wanted returns what the form asks for.
  /** @returns {FindQuery} */
  wanted() {
    /** @type {FindQuery} */
    const query = { ...this.session.query(), here: $("library-here").checked };
    /** @param {"library-player" | "library-event" | "library-from" | "library-to"} id */
    const text = (id) => $(id).value.trim();
    if (text("library-player")) query.player = text("library-player");
    if (text("library-event")) query.event = text("library-event");
    if (text("library-from")) query.from = Number(text("library-from"));
    if (text("library-to")) query.to = Number(text("library-to"));
    if ($("library-result").value) query.results = [$("library-result").value];
    if (this.pattern.open) Object.assign(query, { pattern: this.pattern.letters, swap: $("pattern-swap").checked });
    return query;
  }

  // findNext lists the games that went on by a move from the position on the board.
  /** @param {MoveStats} move */
  findNext({ move, text }) {
    return this.find({ ...this.session.query(), next: move }, phrase("with {move} from here", { move: text }));
  }

  // find lists games.
  /** @param {FindQuery} query @param {string} what they are, to be told @param {boolean} seek and not only show what there is */
  async find(query, what = "", seek = true) {
    this.query = query;
    this.what = what;
    this.found = [];
    $("library-games").replaceChildren();
    await this.more(seek);
  }

  // more lists the next games that were asked for.
  async more(seek = true) {
    if (!this.query) return;
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    $("library-more").hidden = true;
    $("library-state").textContent = phrase("Searching …");
    try {
      const { games, more } = await post("library/find", { ...this.query, after: this.found.at(-1)?.id ?? 0 }, { signal: asked.signal });
      this.found.push(...games);
      const items = games.map((g) => this.item(g));
      $("library-games").append(...items);
      $("library-more").hidden = !more;
      const n = this.found.length;
      if (seek) items[0]?.scrollIntoView({ block: "nearest" });
      $("library-state").textContent = n ? [more ? phrase("The first {n} game|The first {n} games", { n }) : phrase("{n} game|{n} games", { n }), this.what].filter(Boolean).join(" ") : seek ? phrase("No such game.") : phrase("None yet.");
    } catch (error) {
      if (!isStopped(error)) $("library-state").textContent = messageOf(error);
    }
  }

  /** @param {FoundGame} g */
  item(g) {
    const about = [outcomes().get(g.result), g.event, dayOf(g.date), movesText(g.plies), g.ply ? phrase("after move {n}", { n: Math.ceil(g.ply / 2) }) : ""];
    return el("li", {}, el("button", { type: "button", class: "game", onclick: (e) => this.openGame(g, e.currentTarget).catch(complain) },
      el("strong", {}, pairing(g.white, g.black)), el("span", { class: "quiet" }, about.filter(Boolean).join(" · "))));
  }

  // openGame shows a game where it has what was looked for.
  /** @param {FoundGame} g @param {EventTarget | null} button that was pressed */
  async openGame(g, button) {
    const game = await post("library/game", { id: g.id });
    await this.open({ ...game, result: game.result || "*", moves: game.line.slice(0, g.ply).map((n) => n.move) });
    for (const other of $("library-games").querySelectorAll("button")) other.classList.toggle("chosen", other === button);
  }

  // add adds the games of files, one after the other.
  /** @param {File[]} files */
  async add(files) {
    $("library-files").value = "";
    if (!files.length || this.adding) return;
    const adding = (this.adding = new AbortController());
    $("library-stop").hidden = false;
    /** @type {string[]} */
    const told = [];
    /** @param {string} text */
    const tell = (text) => ($("library-state").textContent = [...told, text].filter(Boolean).join("\n"));
    try {
      for (const file of files) {
        tell(`${file.name} …`);
        const end = await upload(file, adding.signal, (so) => tell(`${file.name}: ${addedText(so)} …`));
        told.push(`${file.name}: ${addedText(end)}`, end.results === "first-player" ? blackFirst() : "", ...(end.faults ?? []).slice(0, mostFaults).map(faultText));
      }
      tell("");
    } catch (error) {
      tell(isStopped(error) ? phrase("Stopped. What was added so far stays.") : messageOf(error));
    }
    this.adding = null;
    $("library-stop").hidden = true;
    this.onadded();
  }
}

// faultText says why a game is not in the library.
/** @param {AddFault} fault */
function faultText({ game, line, text, reason }) {
  return phrase("Game {game}, line {line}: {fault}", { game, line, fault: heard({ text: "\"{text}\": {reason}", values: { text, reason } }) });
}

// addedText says what became of the games of a file.
/** @param {AddedGames} so */
function addedText({ games, added, known, removed, rejected, earlier }) {
  return [
    phrase("{n} game|{n} games", { n: games }),
    earlier ? phrase("{n} read earlier", { n: earlier }) : "",
    added ? phrase("{n} added", { n: added }) : "",
    known ? phrase("{n} known already", { n: known }) : "",
    removed ? phrase("{n} removed before and not added again", { n: removed }) : "",
    rejected ? phrase("{n} that cannot be replayed", { n: rejected }) : "",
  ].filter(Boolean).join(", ");
}
