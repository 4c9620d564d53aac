// The page: brings the parts together.

import { about, isOffline, messageOf, post } from "./api.js";
import { Ahead, confirmed } from "./ahead.js";
import { Analysis } from "./analysis.js";
import { Better } from "./better.js";
import { Board } from "./board.js";
import { Control } from "./control.js";
import { Drawing } from "./drawing.js";
import { $, bindChoices, choose, complain, el, notify, openDialog, say, write } from "./dom.js";
import { Engine } from "./engine.js";
import { Engines } from "./engines.js";
import { Explorer } from "./explorer.js";
import { Games } from "./games.js";
import { Input } from "./input.js";
import { bindClicks, bindFocus, bindKeys, bindTabs, bindWheel } from "./keys.js";
import { decimal, heard, languages, loadLanguage, phrase, translatePage } from "./language.js";
import { signOf } from "./judgements.js";
import { Library } from "./library.js";
import { bindLooks, bindPlaces, isZen, openSheet, toggleZen } from "./looks.js";
import { Learn } from "./learn.js";
import { LiveMatch } from "./match.js";
import { Mistakes } from "./mistakes.js";
import { MoveList } from "./moves.js";
import { Pictures } from "./pictures.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { Rules } from "./rules.js";
import { Session, gameName, headOf, playerName, resultText } from "./session.js";
import { Setup } from "./setup.js";
import * as store from "./store.js";
import { soundMove } from "./sounds.js";
import { Words } from "./words.js";

const { settings } = store;

// How many of the last addresses are known as those of the game shown: the browser may
// have missed some changes of it when the page is loaded again.
const mostAddresses = 5;

// drawsName writes the name of rules of draws: that of a federation in capitals.
/** @param {string} name */
const drawsName = (name) => name.replace("fmjd", "FMJD");

class App {
  /** @param {About} facts */
  constructor(facts) {
    this.session = new Session(facts);
    this.name = ""; // of the game shown, in the storage; empty: it is not kept
    /** @type {string[]} */
    this.addresses = []; // newest first
    this.looked = ""; // the content of a game of a list, as it was opened
    this.unsaved = false;
    this.saving = 0; // the timer of saveSoon
    this.wasActive = false; // whether a game was played when the sheet was set
    this.told = this.session.node;
    /** @type {{ variant: string, number: number } | null} */
    this.asked = null; // the puzzle of a link
    this.board = new Board($("board"), this.session.variant);
    this.engine = new Engine();
    this.match = new LiveMatch(this.session, this.engine, { say, notify, complain });
    this.control = new Control(this.session, this.match);
    this.mode = this.control.mode;
    this.input = new Input(this.board, (move, made) => this.moved(move, made).catch(complain), () => this.editor());
    this.drawing = new Drawing(this.session, this.board, this.mode);
    this.analysis = new Analysis(this.session, this.engine, this.board, this.mode);
    this.engines = new Engines(this.session, this.analysis, this.mode);
    this.list = new MoveList(this.session, this.control);
    this.better = new Better(this.session, this.mode);
    this.review = new Review(this.session, this.engine, this.analysis, this.mode);
    this.learn = new Learn(this.session, { review: this.review, analysis: this.analysis, board: this.board, mode: this.mode });
    this.puzzles = new Puzzles(this.session, this.analysis, this.board);
    Object.assign(this.control, { learn: this.learn, puzzles: this.puzzles });
    this.mistakes = new Mistakes(this.session, { review: this.review, learn: this.learn, mode: this.mode });
    /** @type {Promise<void>} */
    this.exchange = Promise.resolve(); // of the two, one after the other
    this.play = new Play(this.session, this.engine, this.match, this.analysis);
    this.ahead = new Ahead(this.board, (square) => this.board.text[square].toLowerCase() === this.match.own());
    this.games = new Games(this.session, (game, listed) => this.openNew(game, listed));
    this.pictures = new Pictures(this.session, this.board);
    this.setup = new Setup(this.session, this.board, this.input, async (game) => { await this.openNew(game); this.show("play"); });
    this.library = new Library(this.session, this.board, this.input, (game) => this.openNew(game, true));
    this.explorer = new Explorer(this.session, this.mode, (move) => { this.show("library"); this.library.findNext(move); });
    this.words = new Words(this.session, this.board);
    this.rules = new Rules(this.session, (game) => { this.show("play"); return this.openNew(game, true).catch(complain); });
    this.show = bindTabs((name) => this.showTab(name));
    this.bind();
    this.bindPage(facts);
  }

  bind() {
    const { session } = this;
    session.on("game", () => this.newBoard());
    session.on("game", () => this.sheet());
    session.on("play", () => { if (this.match.active() !== this.wasActive) this.sheet(); });
    session.on("board", (e) => this.drawBoard(e.before, e.made));
    session.on("board", () => this.drawControls());
    session.on("position", () => this.drawPosition());
    session.on("play", () => this.drawPosition());
    session.on("clock", () => this.drawPlayers());
    session.on("marks", () => {
      this.list.drawMarks();
      write($("status"), this.statusText());
    });
    for (const name of /** @type {const} */ (["tree", "position", "play", "marks", "clocks"])) session.on(name, () => this.saveSoon());
    session.on("tree", () => this.drawControls());
    session.on("tree", () => this.drawPlayers());
    this.play.onnew = () => this.open({ variant: $("variant").value, draws: $("draws").value });
    this.play.oncopy = () => {
      const { tree, node } = session;
      return this.open({ variant: tree.variant, draws: tree.draws, fen: tree.fen, moves: node.line().map((n) => n.move) });
    };
    this.play.onoffer = (fen) => this.open({ variant: session.tree.variant, fen });
    this.setup.onchange = () => this.drawPlayers();
    this.library.onpattern = () => this.lend(settings.tab);
    this.library.onadded = () => this.explorer.forget();
    this.play.onanalyse = () => {
      this.show("analyse");
      this.review.run();
    };
    this.play.onstart = (side) => this.flip(side === "b");
    this.learn.onopen = () => this.show("analyse");
    this.learn.onturn = () => this.flip(this.learn.side === "b");
    this.puzzles.onclose = () => this.show("play");
    this.puzzles.onnext = (variant, after) => this.exchanged(() => this.showPuzzle(variant, after));
    this.puzzles.onanalyse = (moves) => {
      const { variant, fen } = session.tree;
      this.show("analyse");
      this.open({ variant, fen, moves }).catch(complain);
    };
    this.mistakes.onask = (game) => {
      const asked = this.exchange.then(() => this.setAside(game));
      this.exchange = asked.catch(() => {}); // who asks is told
      return asked;
    };
    this.mistakes.onstart = () => this.show("analyse");
    this.mistakes.onstop = () => { if (settings.tab === "analyse") this.show("puzzles"); };
    for (const [id, training] of /** @type {const} */ ([["deck-open", "deck"], ["deck-close", "set"]])) {
      $(id).addEventListener("click", () => { settings.training = training; this.show("puzzles"); });
    }
    addEventListener("pagehide", () => this.save());
    addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); }); // its engine is gone
    addEventListener("hashchange", (e) => this.openAddress(new URL(e.newURL).hash)); // saving may have replaced it since
  }

  /** @param {About} facts */
  bindPage(facts) {
    bindChoices();
    bindPlaces();
    $("variant").append(...facts.variants.map((v) => el("option", { value: v.name }, gameName(v))));
    $("variant").addEventListener("change", () => (this.puzzles.active ? this.changePuzzles($("variant").value) : this.restart()));
    $("about").textContent = `Stupol ${facts.version}.`;
    $("new").addEventListener("click", () => this.restart());
    $("flip").addEventListener("click", () => this.flip(!this.board.flipped));
    $("go-first").addEventListener("click", () => this.step("first"));
    $("go-back").addEventListener("click", () => this.step("back"));
    $("go-forward").addEventListener("click", () => this.step("forward"));
    $("go-last").addEventListener("click", () => this.step("last"));
    $("text-toggle").addEventListener("click", () => this.words.toggle());
    $("help-open").addEventListener("click", () => openDialog("help"));
    $("settings-open").addEventListener("click", () => openDialog("settings"));
    $("type").addEventListener("input", () => $("type").setAttribute("aria-invalid", "false"));
    $("type-form").addEventListener("submit", (e) => { e.preventDefault(); this.typed(); });
    this.bindSettings();
    bindKeys(this.commands());
    bindFocus();
    bindClicks();
    bindWheel($("board"), (step) => this.step(step > 0 ? "forward" : "back"));
  }

  commands() {
    /** @param {import("./control.js").Where} where */
    const go = (where) => () => this.step(where);
    // What acts on the game does nothing while something else is on the board.
    /** @param {() => unknown} act */
    const game = (act) => () => (this.mode.isLent() ? undefined : act());
    return {
      ArrowLeft: go("back"), k: go("back"), ArrowRight: go("forward"), j: go("forward"),
      ArrowUp: go("first"), 0: go("first"), ArrowDown: go("last"), $: go("last"),
      "Shift+ArrowLeft": () => this.control.sibling(-1).catch(complain), "Shift+ArrowRight": () => this.control.sibling(1).catch(complain),
      " ": game(() => (this.mode.isLesson() ? this.lesson.advance() : this.analysis.playBest())), h: game(() => this.lesson.hint()), s: game(() => this.lesson.solution()),
      l: game(() => { if (!this.mode.isLesson()) { this.review.stop(); this.analysis.toggle(); } }),
      a: game(() => this.analysis.toggleArrows()), x: game(() => { if (!this.mode.isLesson()) this.analysis.toggleThreat(); }),
      f: () => this.flip(!this.board.flipped), n: () => this.restart(), t: () => this.words.toggle(), z: toggleZen,
      m: game(() => $("type").focus()), Escape: () => this.escape(), "?": () => openDialog("help"), r: () => this.rules.show(),
    };
  }

  // escape takes back what was begun on the board or, where nothing was, shows everything again.
  escape() {
    if (isZen() && !this.input.picker.from) toggleZen();
    else this.input.reset();
  }

  bindSettings() {
    /** @type {(() => void)[]} */
    const shows = []; // what shows the settings again when another tab has changed some
    store.followSettings(() => shows.forEach((show) => show()));
    /** @param {"animate" | "show-legal" | "one-click" | "confirm-moves" | "moves-ahead" | "sounds"} id @param {"animate" | "showLegal" | "oneClick" | "confirm" | "ahead" | "sounds"} name @param {() => void} [apply] */
    const check = (id, name, apply) => {
      const show = () => ($(id).checked = settings[name]);
      show();
      shows.push(() => { if ($(id).checked !== show()) apply?.(); });
      $(id).addEventListener("change", () => { settings[name] = $(id).checked; store.saveSettings(); apply?.(); });
    };
    check("animate", "animate", () => (this.board.animated = settings.animate));
    check("show-legal", "showLegal", () => this.input.show());
    check("one-click", "oneClick");
    check("confirm-moves", "confirm");
    check("moves-ahead", "ahead", () => this.drawPosition());
    check("sounds", "sounds");
    this.board.animated = settings.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    $("labels").value = this.board.labels = settings.labels;
    $("labels").addEventListener("change", () => { settings.labels = /** @type {Labels} */ ($("labels").value); store.saveSettings(); this.board.setLabels(settings.labels); this.drawPosition(); });
    shows.push(() => {
      if ($("labels").value === settings.labels) return;
      $("labels").value = settings.labels;
      this.board.setLabels(settings.labels);
      this.drawPosition();
    });
    shows.push(bindLooks());
    shows.push(() => {
      $("arrows").checked = settings.arrows;
      $("with-analysis").checked = settings.withAnalysis;
      $("budget").value = settings.budget;
      this.analysis.drawArrows();
    });
    $("language").append(...[...languages].map(([value, name]) => el("option", { value, lang: value }, name)));
    $("language").value = languages.has(settings.language) ? settings.language : "";
    $("language").addEventListener("change", () => {
      settings.language = $("language").value;
      store.saveSettings();
      location.reload(); // everything is said anew, and the game is kept
    });
  }

  /** @param {Tab} name */
  showTab(name) {
    settings.tab = name;
    store.saveSettings();
    if (name !== "analyse") this.learn.stop();
    this.mistakes.show(name === "puzzles" && settings.training === "deck");
    const { asked } = this;
    this.asked = null;
    this.exchanged(() => {
      if (!this.wantsPuzzle()) return this.endAside();
      return asked ? this.showPuzzle(asked.variant, asked.number - 1, "") : this.showPuzzle($("variant").value);
    });
    this.lend(name);
    this.explorer.show(name === "analyse");
    if (name === "games") this.drawRecent();
    this.sheet();
  }

  // sheet opens what belongs beside the board, on a page that has room for little, and shuts all else.
  sheet() {
    this.wasActive = this.match.active();
    openSheet(settings.tab === "play" ? this.match.state !== null : settings.tab !== "games" && settings.tab !== "library");
  }

  // lesson is what moves are tried in, if they are.
  get lesson() {
    return this.control.aside && !this.learn.course ? this.puzzles : this.learn;
  }

  // editor is what takes all that is done to squares, if something but the moves does.
  editor() {
    const { name } = this.mode;
    if (name === "setup") return this.setup;
    if (name === "pattern") return this.library;
    return settings.ahead && this.mode.may("ahead") ? this.ahead : null;
  }

  // exchanged does one thing after the other: which game is on the board must not depend on
  // which answer of the server comes first.
  /** @param {() => Promise<void>} act */
  exchanged(act) {
    this.exchange = this.exchange.then(act).catch(complain);
    return this.exchange;
  }

  // changePuzzles goes on with the puzzles of another game.
  /** @param {string} variant */
  changePuzzles(variant) {
    this.exchanged(() => this.showPuzzle(variant));
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
    this.drawPosition();
  }

  // wantsPuzzle reports whether puzzles belong on the board.
  wantsPuzzle() {
    return settings.tab === "puzzles" && settings.training === "set";
  }

  // setAside shows something else on the board while the game waits.
  /** @param {Game} game */
  async setAside(game) {
    if (!this.control.aside) {
      this.save();
      this.control.aside = this.forStorage();
      this.match.leave();
      this.analysis.stop();
    }
    await this.session.begin(game);
    this.flip(this.session.turnAt(this.session.node) === "b");
  }

  // endAside puts the game on the board again that was there before.
  async endAside() {
    const { aside } = this.control;
    if (!aside || this.wantsPuzzle() || this.learn.course) return;
    this.puzzles.end();
    await this.session.begin(aside, aside.at);
    this.control.aside = null;
    await this.goOnWith(aside);
    this.lend(settings.tab);
    if (!this.mode.isLent()) this.session.emit("position"); // with what is known of it, which was hidden
    this.save(); // and its address
  }

  // lend gives the board to a panel that draws on it, or back to the game.
  /** @param {Tab} name */
  lend(name) {
    if (!this.session.begun) return;
    const was = this.mode.isLent();
    this.control.lent = name === "setup" ? "setup" : name === "library" && this.library.wantsBoard() ? "pattern" : "";
    this.setup.enter(name === "setup");
    this.library.enter(name === "library");
    document.querySelector("main")?.classList.toggle("setting-up", this.mode.isLent());
    this.drawing.show();
    if (this.mode.isLent()) {
      this.analysis.stop(); // which would draw its arrows there
      this.engines.moved();
      this.review.stop();
      $("status").textContent = this.setup.active ? phrase("You set up a position.") : phrase("You draw a pattern.");
      return;
    }
    if (was) {
      this.drawBoard(null); // moves may have been made meanwhile
      this.analysis.drawArrows();
      this.session.emit("position"); // with what is known of it, which was hidden
      return;
    }
    this.drawPosition();
  }

  drawRecent() {
    this.games.drawRecent((game) => this.openStored(game), this.name);
  }

  // start shows what the address or the browser has kept, or a new game.
  async start() {
    this.name = await store.claim();
    const kept = store.loadGame(this.name);
    const { hash } = location;
    const linked = store.parseAddress(hash);
    const ours = !linked || Boolean(kept?.addresses?.includes(location.hash));
    try {
      if (kept && (ours || sameGame(kept, linked))) await this.openKept(kept, ours ? kept.at : linked.moves.slice(0, linked.ply));
      else if (linked) await this.session.begin(linked, linked.moves, linked.ply);
      else await this.session.begin({ variant: settings.variant });
    } catch (error) {
      if (isOffline(error)) throw error;
      // A link, or a game that was kept, that cannot be: there is an empty board.
      notify(messageOf(error), 15);
      this.name = await store.fresh();
      await this.session.begin({ variant: "international" });
    }
    this.show(settings.tab === "setup" || $(`tab-${settings.tab}`).hidden ? "play" : settings.tab);
    this.follow(hash);
  }

  // follow begins with the mistakes, the puzzle or the rules that a link is about, if it is about some.
  /** @param {string} hash */
  follow(hash) {
    const puzzle = store.puzzleOf(hash);
    if (puzzle) {
      settings.training = "set";
      this.asked = puzzle;
      this.show("puzzles");
    }
    const side = store.learnSide(hash);
    const game = store.rulesGame(hash);
    if (side) this.learn.start(side).catch(complain);
    if (game) this.rules.show(game);
  }

  /** @param {Game} kept @param {string[] | undefined} at */
  async openKept(kept, at) {
    await this.session.begin(kept, at);
    await this.goOnWith(kept);
  }

  // goOnWith turns the board as it was and goes on with a game against the engine.
  /** @param {Game} kept */
  async goOnWith(kept) {
    if (Boolean(kept.flipped) !== this.board.flipped) this.flip(!this.board.flipped);
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
    this.save();
    const { root, fen } = this.session.tree;
    const used = (root.children.length > 0 || fen !== "") && !(listed && this.looked === this.content());
    const at = game.moves || [];
    await this.session.begin(game, at, game.ply);
    this.match.leave();
    if (listed) this.flip(false);
    if (used) {
      this.name = ""; // so that this game is not saved as the one before
      this.name = await store.fresh();
      this.drawRecent();
    }
    this.looked = listed ? this.content() : "";
    this.saveSoon();
  }

  // backToGames ends puzzles, and mistakes of other games, before another game is shown.
  async backToGames() {
    if (settings.tab === "puzzles" || this.learn.course) this.show("play");
    await this.exchange;
  }

  // openStored shows a game that the browser has kept. One that cannot be shown leaves
  // everything as it was.
  /** @param {string} name */
  async openStored(name) {
    await this.backToGames();
    this.save();
    const kept = store.loadGame(name);
    if (!kept) return notify(phrase("The browser no longer has that game."));
    if (!(await store.take(name))) return notify(phrase("That game is open in another tab."));
    try {
      await this.session.begin(kept, kept.at);
    } catch (error) {
      await store.take(this.name);
      return complain(error);
    }
    this.name = name;
    this.match.leave();
    await this.goOnWith(kept).catch(complain);
    this.drawRecent();
  }

  /** @param {string} hash */
  async openAddress(hash) {
    const linked = store.parseAddress(hash);
    if (hash === this.address()) return;
    try {
      if (linked) await this.openNew(linked);
      this.follow(hash);
    } catch (error) {
      complain(error);
    }
  }

  // restart begins a new game of the variant chosen.
  async restart() {
    settings.variant = $("variant").value;
    store.saveSettings();
    this.show("play");
    await this.openNew({ variant: settings.variant }).catch((error) => {
      settings.variant = this.session.variant.name; // which is still on the board
      choose($("variant"), settings.variant);
      complain(error);
    });
  }

  // openNew shows a new game, with a way back to the one before.
  /** @param {Game} game @param {boolean} listed */
  async openNew(game, listed = false) {
    const before = this.name;
    await this.open(game, listed);
    if (before && this.name !== before) notify(phrase("A new game. The one before is kept under Games."), 8, { label: phrase("Back to it"), act: () => this.openStored(before) });
  }

  address() {
    const { tree, node } = this.session;
    return store.address({ variant: tree.variant, draws: tree.draws, fen: tree.fen, moves: node.line().map((n) => n.move) });
  }

  saveSoon() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 250);
  }

  // forStorage is the game shown, and the place in it.
  /** @returns {Game} */
  forStorage() {
    const { tree, node } = this.session;
    return { ...tree.forStorage(), at: node.line().map((n) => n.move), play: this.match.forStorage(), flipped: this.board.flipped };
  }

  save() {
    clearTimeout(this.saving);
    if (!this.session.begun || !this.name || !this.mode.may("save")) return;
    const game = this.forStorage();
    this.addresses = [...new Set([this.address(), location.hash, ...this.addresses])].slice(0, mostAddresses);
    game.addresses = this.addresses;
    if (store.isAnothers(this.name, game)) this.name = store.split();
    const saved = store.saveGame(this.name, game);
    if (!saved && !this.unsaved) notify(phrase("The browser does not keep this game: it has no room, or may not."));
    this.unsaved = !saved;
    if (location.hash !== this.address()) history.replaceState(null, "", this.address());
  }

  newBoard() {
    const { variant } = this.session;
    this.board.setVariant(variant);
    choose($("variant"), variant.name);
    document.title = `Stupol: ${heard(variant.title)}`;
    $("draws-field").hidden = variant.draws.length < 2;
    $("draws").replaceChildren(...variant.draws.map((name, i) => el("option", { value: i ? name : "" }, i ? drawsName(name) : phrase("{name} (usual)", { name: drawsName(name) }))));
    choose($("draws"), "");
  }

  /** @param {GameNode | null} before @param {number} [made] */
  drawBoard(before, made) {
    if (this.mode.isLent() && before) return; // a move of Stupol, drawn when the board is given back
    const { node } = this.session;
    this.board.finish();
    this.input.setMoves([], false);
    const forward = before && before === node.parent ? node.path : null;
    if (forward) soundMove(forward);
    if (forward) this.board.glide(forward, node.board, made);
    else if (before && before.parent === node && before.path) this.board.back(before.path, node.board);
    else this.board.draw(node.board);
    this.markLast();
  }

  // markLast marks where the last move went.
  markLast() {
    const squares = this.session.node.path?.squares;
    this.board.mark("last", squares ? [squares[0], squares[squares.length - 1]] : []);
  }

  drawPosition() {
    const { node } = this.session;
    if (!node.answer || this.mode.isLent()) return;
    this.input.setMoves(node.answer.moves, this.mode.may("move"));
    this.drawAhead(node.answer.moves);
    write($("status"), this.statusText());
    this.drawPlayers();
    if (node.text && node !== this.told) say(`${node.text}. ${this.statusText()}`);
    this.told = node;
  }

  // drawAhead makes a move that was chosen in advance, in time. A piece that was only taken is
  // still taken then.
  /** @param {Move[]} moves */
  drawAhead(moves) {
    const { ahead, mode } = this;
    if (!ahead.from || (settings.ahead && mode.may("ahead"))) return;
    if (mode.name !== "playing" || !mode.may("move")) return ahead.cancel();
    if (!ahead.to) return this.input.take(ahead.give());
    const wanted = `${this.board.squareName(ahead.from)}-${this.board.squareName(ahead.to)}`;
    const { move, fitting } = ahead.take(moves);
    if (move) this.control.play(move).catch(complain);
    else if (!fitting) notify(phrase("{move} is not possible now.", { move: wanted }));
    else notify(phrase("{move} can be played in several ways: choose one.", { move: wanted }));
  }

  // moved plays what was moved on the board, once it is confirmed where that is wanted, or tries
  // it in a lesson or puzzle.
  /** @param {Move} move @param {number} made */
  async moved(move, made) {
    if (this.mode.isLesson()) return this.lesson.attempt(move, made);
    if (!settings.confirm || !this.match.active()) return this.control.play(move, made);
    if (await confirmed(this.session, this.input, move)) return this.control.play(move, move.paths[0].squares.length - 1);
    this.drawBoard(null);
    this.drawPosition();
  }

  // drawControls says where one can go, before the server has said anything of the place.
  drawControls() {
    const { node } = this.session;
    $("go-back").disabled = $("go-first").disabled = !node.parent;
    $("go-forward").disabled = $("go-last").disabled = !node.children.length;
  }

  statusText() {
    const { node, tree } = this.session;
    const { answer } = node;
    if (!answer) return "";
    if (answer.result) return resultText(answer.result);
    if (tree.end && !node.children.length && node.isMain()) return heard(tree.end);
    const { sign, only, remark } = node.judged || {};
    const said = remark ? heard(remark) : "";
    if (sign || only) return `${node.text}${signOf(node)} ${said}`; // with more it would take two lines
    const forced = answer.moves[0]?.paths[0].captured.length;
    const turn = answer.turn === "w" ? (forced ? phrase("White must capture") : phrase("White to move")) : forced ? phrase("Black must capture") : phrase("Black to move");
    const again = answer.repetitions > 1 ? phrase("position seen {n} time|position seen {n} times", { n: answer.repetitions }) : "";
    return [turn, again, said].filter(Boolean).join(" · ");
  }

  drawPlayers() {
    const { node, tree } = this.session;
    if (!node.board) return;
    const top = this.board.flipped ? "w" : "b";
    for (const [place, side] of /** @type {const} */ ([["player-top", top], ["player-bottom", top === "w" ? "b" : "w"]])) {
      const name = playerName(tree.tag(side === "w" ? "White" : "Black")) || (side === "w" ? phrase("White") : phrase("Black"));
      const count = [...(this.setup.active ? this.setup.letters : node.board.slice(1))].filter((c) => c.toLowerCase() === side).length;
      const own = this.match.clock(side);
      const clock = own ?? tree.clockAt(node, this.session.turnBefore(node) === side);
      const turn = node.answer?.turn === side && !node.answer.result;
      const parts = [el("span", { class: `disc ${side === "w" ? "white" : "black"}${turn ? " turn" : ""}` }), el("span", { class: "name" }, name), el("span", { class: "count", title: phrase("pieces") }, `${count}`)];
      const rating = tree.tag(side === "w" ? "WhiteElo" : "BlackElo") || tree.tag(side === "w" ? "WhiteRating" : "BlackRating");
      if (/^\d+$/.test(rating)) parts.splice(2, 0, el("span", { class: "rating" }, rating));
      if (clock !== null) parts.push(el("span", { class: "clock" + (own !== null && this.match.running() === side ? " running" : "") }, clockText(clock)));
      $(place).replaceChildren(...parts);
    }
    $("game-head").textContent = headOf(tree);
  }

  /** @param {boolean} on */
  flip(on) {
    this.board.setFlipped(on);
    this.drawPlayers();
    this.analysis.draw();
    if (!this.mode.isLent()) this.markLast();
    this.saveSoon();
  }

  /** @param {import("./control.js").Where} where */
  step(where) {
    this.control.step(where).catch(complain);
  }

  // typed plays a move that was written.
  async typed() {
    const text = $("type").value.trim();
    if (!text || this.mode.isLent()) return;
    const { node } = this.session;
    try {
      if (!this.mode.may("move")) throw new Error(phrase("It is not your turn."));
      const { move } = await post("move", { ...this.session.query(), text });
      $("type").value = "";
      const legal = node.answer?.moves.find((m) => m.move === move);
      if (legal && this.session.node === node) await (this.mode.isLesson() ? this.lesson.attempt(legal) : this.control.play(legal));
    } catch (error) {
      $("type").setAttribute("aria-invalid", "true");
      complain(error);
    }
  }
}

// sameGame reports whether a kept game has the moves of a link.
/** @param {Game} kept @param {Link} linked */
function sameGame(kept, linked) {
  if (kept.variant !== linked.variant || (kept.fen || "") !== linked.fen || (kept.draws || "") !== linked.draws) return false;
  let line = kept.line || [];
  for (const move of linked.moves) {
    const next = followMove(line, move);
    if (!next) return false;
    line = next;
  }
  return true;
}

/** @param {TreeItem[]} line @param {string} move */
function followMove(line, move) {
  if (!line.length) return null;
  if (line[0].move === move) return line.slice(1);
  const other = (line[0].instead || []).find((l) => l[0].move === move);
  return other ? other.slice(1) : null;
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  if (ms < 10000) return decimal(ms / 1000, 1);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

async function start() {
  try {
    const [facts] = await Promise.all([about(), loadLanguage(settings.language).then(translatePage)]);
    const app = new App(facts);
    await app.start();
    document.body.dataset.ready = "yes";
  } catch (error) {
    notify(messageOf(error), 3600);
  }
}

start();
