// The library: a search for games, the games that were found, files to add, and how the games went on from
// the position on the board. libraryviews.js shows it.

import { isStopped, messageOf, post, upload } from "./api.js";
import { heard, phrase } from "./language.js";
import { blackFirst } from "./session.js";

const mostFaults = 3; // of a file that are shown
const pause = 80; // milliseconds: positions that fly by are not asked about

export class Library {
  /** @type {FindQuery | null} */ query = null; // of the games that are listed
  what = ""; // they are, to be told
  /** @type {FoundGame[]} */ found = [];
  more = false; // there are
  chosen = 0; // the game that was opened
  text = ""; // what is said of all that
  /** @type {AbortController | null} */ asked = null;
  /** @type {AbortController | null} */ adding = null;

  /** @param {Session} session @param {Explorer} explorer @param {Stage} stage */
  constructor(session, explorer, stage) {
    this.session = session;
    this.explorer = explorer;
    this.stage = stage;
  }

  /** @param {string} text */
  say(text) {
    this.text = text;
    this.session.redraw();
  }

  // show is called when the panel is shown: what there is is seen before anything is asked.
  show() {
    if (!this.query) this.find(this.session.query(), "", phrase("None yet."));
  }

  // findNext lists the games that went on by a move from the position on the board.
  /** @param {MoveStats} move */
  findNext({ move, text }) {
    return this.find({ ...this.session.query(), next: move }, phrase("with {move} from here", { move: text }));
  }

  // find lists games.
  /** @param {FindQuery} query @param {string} what they are, to be told @param {string} none what is said if there is none */
  async find(query, what = "", none = phrase("No such game.")) {
    Object.assign(this, { query, what, found: [], chosen: 0 });
    await this.next(none);
  }

  // next lists the next games that were asked for.
  async next(none = "") {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    this.more = false;
    this.say(phrase("Searching …"));
    try {
      const { games, more = false } = await post("library/find", { .../** @type {FindQuery} */ (this.query), after: this.found.at(-1)?.id ?? 0 }, { signal: asked.signal });
      this.found.push(...games);
      this.more = more;
      const n = this.found.length;
      this.say(n ? [more ? phrase("The first {n} game|The first {n} games", { n }) : phrase("{n} game|{n} games", { n }), this.what].filter(Boolean).join(" ") : none);
    } catch (error) {
      if (!isStopped(error)) this.say(messageOf(error));
    }
  }

  // openGame shows a game where it has what was looked for.
  /** @param {FoundGame} game */
  async openGame({ id, ply }) {
    const game = await post("library/game", { id });
    await this.stage.keeper.openNew({ ...game, result: game.result || "*", moves: game.line.slice(0, ply).map((n) => n.move) }, true);
    this.chosen = id;
    this.session.redraw();
  }

  // add adds the games of files, one after the other.
  /** @param {File[]} files */
  async add(files) {
    if (this.adding) return;
    const adding = (this.adding = new AbortController());
    /** @type {string[]} */
    const told = [];
    /** @param {string} text */
    const tell = (text) => this.say([...told, text].filter(Boolean).join("\n"));
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
    this.session.redraw();
    this.explorer.forget();
  }
}

// The explorer: how the games of the library went on from the position on the board.
export class Explorer {
  shown = false;
  timer = 0;
  wrong = ""; // why nothing is known of the position
  /** @type {AbortController | null} */ asked = null;
  /** @type {WeakMap<GameNode, Stats>} */ known = new WeakMap();

  /** @param {Session} session @param {Mode} mode */
  constructor(session, mode) {
    this.session = session;
    this.mode = mode;
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

  get visible() {
    return this.shown && Boolean(this.session.about.library) && this.mode.may("think") && this.session.begun;
  }

  moved() {
    const { node } = this.session;
    clearTimeout(this.timer);
    this.asked?.abort();
    this.wrong = "";
    if (this.visible && !this.known.has(node)) this.timer = setTimeout(() => this.ask(node), pause);
    this.session.redraw();
  }

  /** @param {GameNode} node */
  async ask(node) {
    const asked = (this.asked = new AbortController());
    try {
      this.known.set(node, await post("library/stats", this.session.query(node), { signal: asked.signal }));
    } catch (error) {
      if (isStopped(error) || this.session.node !== node) return;
      this.wrong = messageOf(error);
    }
    this.session.redraw();
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
