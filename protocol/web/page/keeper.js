// Which game is on the board, and what becomes of the others. The browser keeps them, and one waits
// while puzzles, or mistakes of other games, are in its place.

import { isOffline, messageOf } from "./api.js";
import { phrase } from "./language.js";
import * as store from "./store.js";
import { Tree } from "./tree.js";

const { settings } = store;

// How many of the last addresses are known as those of the game shown: the browser may
// have missed some changes of it when the page is loaded again.
const mostAddresses = 5;

const saveAfter = 250; // milliseconds

export class Keeper {
  name = ""; // of the game shown, in the storage; empty: it is not kept
  /** @type {string[]} */ addresses = []; // newest first
  looked = ""; // the content of a game of a list, as it was opened
  unsaved = false;
  saving = 0; // the timer of saveSoon
  /** @type {Promise<void>} */ exchange = Promise.resolve(); // what changes the board, one after the other

  /** @param {Session} session @param {{ match: LiveMatch, control: Control, learn: Learn, puzzles: Puzzles }} others @param {Stage} stage */
  constructor(session, { match, control, learn, puzzles }, stage) {
    this.session = session;
    this.match = match;
    this.control = control;
    this.learn = learn;
    this.puzzles = puzzles;
    this.stage = stage;
    for (const name of /** @type {const} */ (["tree", "position", "play", "marks", "clocks"])) session.on(name, () => this.saveSoon());
  }

  // start shows what an address or the browser has kept, or a new game.
  /** @param {string} hash */
  async start(hash) {
    this.name = await store.claim();
    const kept = store.loadGame(this.name);
    const linked = store.parseAddress(hash);
    const ours = !linked || Boolean(kept?.addresses?.includes(hash));
    try {
      if (kept && (ours || sameGame(kept, linked))) {
        await this.session.begin(kept, ours ? kept.at : linked.moves.slice(0, linked.ply));
        await this.goOnWith(kept);
      } else if (linked) await this.session.begin(linked, linked.moves, linked.ply);
      else await this.session.begin({ variant: settings.variant });
    } catch (error) {
      if (isOffline(error)) throw error;
      // A link, or a game that was kept, that cannot be: there is an empty board.
      this.stage.notify(messageOf(error), 15);
      this.name = store.fresh();
      await this.session.begin({ variant: "international" });
    }
  }

  // goOnWith turns the board as it was and goes on with a game against the engine.
  /** @param {Game} kept */
  async goOnWith(kept) {
    if (Boolean(kept.flipped) !== this.stage.isFlipped()) this.stage.flip(!this.stage.isFlipped());
    await this.match.resume(kept.play);
  }

  // content is the game shown, without the place in it.
  content() {
    return JSON.stringify(this.session.tree.forStorage());
  }

  // open shows another game and keeps the one there was, unless that was one of a list which has
  // only been looked at, and this is another: who goes through a list keeps his own games.
  /** @param {Game} game @param {boolean} listed */
  async open(game, listed = false) {
    await this.backToGames();
    await this.session.begin(game, game.moves, game.ply, () => {
      this.save();
      const { root, fen } = this.session.tree;
      const used = this.control.aside !== null || root.children.length > 0 || fen !== "";
      if (used && !(listed && this.looked === this.content())) this.name = store.fresh();
      this.leave();
    });
    if (listed) this.stage.flip(false);
    this.session.emit("kept");
    this.looked = listed ? this.content() : "";
    this.saveSoon();
  }

  // openHere shows the moves to here as a game of their own, if they are part of another.
  async openHere() {
    await this.backToGames();
    const { session } = this;
    const { tree } = session;
    while (session.node.asked) await session.node.asked; // it may be refused
    if (this.control.aside || this.learn.active || session.tree !== tree) throw new DOMException("stopped", "AbortError"); // the game could not be shown, as was said, or another was asked for
    if (tree.tags.length || session.node.children.length) await this.open(session.query()); // else there is nothing else in it
  }

  // leave ends what is played or asked. A game that waits is kept, and could not be shown before.
  leave() {
    this.puzzles.end();
    this.control.aside = null;
    this.match.leave();
  }

  // backToGames ends puzzles, and mistakes of other games, before another game is shown.
  async backToGames() {
    if (settings.tab === "puzzles" || this.learn.course) this.stage.show("play");
    await this.exchange;
  }

  // openStored shows a game that the browser has kept. One that cannot be shown leaves
  // everything as it was.
  /** @param {string} name */
  async openStored(name) {
    await this.backToGames();
    const kept = store.loadGame(name);
    if (!kept) return this.stage.notify(phrase("The browser no longer has that game."));
    if (!(await store.take(name))) return this.stage.notify(phrase("That game is open in another tab."));
    try {
      await this.session.begin(kept, kept.at, undefined, () => {
        this.save();
        this.name = name;
        store.use(name);
        this.leave();
      });
    } catch (error) {
      store.release(name);
      return this.stage.complain(error);
    }
    await this.goOnWith(kept).catch(this.stage.complain);
    this.session.emit("kept");
  }

  // keptAs returns the name of the game that is kept with all that a game with moves has, "" if there is
  // none, or if another tab has it open: a file that is read twice has one game.
  /** @param {Game} game */
  keptAs(game) {
    if (!game.line?.length) return "";
    const content = (/** @type {Game} */ g) => JSON.stringify(new Tree(g).forStorage());
    const wanted = content(game);
    this.save();
    const free = (/** @type {string} */ name) => name === this.name || !store.isOpen(name);
    return store.recentGames().find((kept) => free(kept.name) && kept.variant === game.variant && kept.line?.length && content(kept) === wanted)?.name ?? "";
  }

  // openNew shows a new game, with a way back to the one before.
  /** @param {Game} game @param {boolean} listed */
  async openNew(game, listed = false) {
    const same = listed ? "" : this.keptAs(game);
    if (same && same !== this.name) {
      await this.openStored(same);
      return;
    }
    if (same) {
      await this.backToGames();
      return this.session.goTo(this.session.tree.root);
    }
    const before = this.name;
    await this.open(game, listed);
    if (before && this.name !== before) this.stage.notify(phrase("A new game. The one before is kept under Games."), 8, { label: phrase("Back to it"), act: () => this.openStored(before) });
  }

  address() {
    return store.address(this.session.query());
  }

  saveSoon() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), saveAfter);
  }

  // forStorage is the game shown, and the place in it.
  /** @returns {Game} */
  forStorage() {
    const { tree, node } = this.session;
    return { ...tree.forStorage(), at: node.line().map((n) => n.move), play: this.match.forStorage(), flipped: this.stage.isFlipped() };
  }

  // save keeps the game shown, if it may be: a game that another tab has put there meanwhile stays.
  save() {
    clearTimeout(this.saving);
    if (!this.session.begun || !this.name || !this.control.mode.may("save")) return;
    const game = this.forStorage();
    this.addresses = [...new Set([this.address(), location.hash, ...this.addresses])].slice(0, mostAddresses);
    game.addresses = this.addresses;
    if (store.isAnothers(this.name, game)) this.name = store.fresh();
    const saved = store.saveGame(this.name, game);
    if (!saved && !this.unsaved) this.stage.notify(phrase("The browser does not keep this game: it has no room, or may not."));
    this.unsaved = !saved;
    if (location.hash !== this.address()) history.replaceState(null, "", this.address());
  }

  // exchanged does one thing after the other: which game is on the board must not depend on
  // which answer of the server comes first.
  /** @param {() => Promise<void>} act */
  exchanged(act) {
    this.exchange = this.exchange.then(act).catch(this.stage.complain);
    return this.exchange;
  }

  // showPuzzle puts a puzzle of a game on the board: the next, or the next after a number, of the kind
  // that is chosen or of another. The game that was there waits.
  /** @param {string} variant @param {number} [after] @param {string} [kind] */
  async showPuzzle(variant, after, kind) {
    if (!this.session.begun || !this.wantsPuzzle()) return;
    const puzzle = await this.puzzles.load(variant, after, kind);
    if (!this.wantsPuzzle()) return; // any more
    await this.setAside({ variant, fen: puzzle.fen });
    await this.puzzles.begin(puzzle);
    if (puzzle.number) history.replaceState(null, "", store.puzzleAddress(variant, puzzle.number));
  }

  // wantsPuzzle reports whether puzzles belong on the board.
  wantsPuzzle() {
    return settings.tab === "puzzles" && settings.training === "set";
  }

  // setAside shows something else on the board while the game waits.
  /** @param {Game} game */
  async setAside(game) {
    await this.session.begin(game, [], 0, () => {
      if (this.control.aside) return;
      this.save();
      this.control.aside = this.forStorage();
      this.match.leave();
    });
    this.stage.flip(this.session.turnAt(this.session.node) === "b");
  }

  // nextPuzzle puts the next puzzle on the board, after all that is to be shown before.
  /** @param {string} variant @param {number} [after] */
  nextPuzzle(variant, after) {
    return this.exchanged(() => this.showPuzzle(variant, after));
  }

  // endAside puts the game on the board again that was there before.
  async endAside() {
    const { aside } = this.control;
    if (!aside || this.wantsPuzzle() || this.learn.course) return;
    this.puzzles.end();
    await this.session.begin(aside, aside.at, undefined, () => { this.control.aside = null; });
    await this.goOnWith(aside);
    this.stage.lend();
    this.save(); // and its address
  }

  // askFor puts the position of a mistake of another game on the board, after all that is to be shown
  // before.
  /** @param {Game} game */
  askFor(game) {
    const asked = this.exchange.then(() => this.setAside(game));
    this.exchange = asked.catch(() => {}); // who asks is told
    return asked;
  }
}

// sameGame reports whether a kept game has the moves of a link.
/** @param {Game} kept @param {Link} linked */
function sameGame(kept, { variant, fen, draws, moves }) {
  return kept.variant === variant && (kept.fen || "") === fen && (kept.draws || "") === draws && new Tree(kept).find(moves) !== null;
}
