// The page: brings the parts together.

import { about, messageOf, post } from "./api.js";
import { Ahead } from "./ahead.js";
import { Analysis } from "./analysis.js";
import { AnalysisViews } from "./analysisviews.js";
import { Better } from "./better.js";
import { Board } from "./board.js";
import { confirmed } from "./confirm.js";
import { Control } from "./control.js";
import { Drawing } from "./drawing.js";
import { $, bindChoices, choose, complain, el, notify, openDialog, say } from "./dom.js";
import { Engine } from "./engine.js";
import { Games } from "./games.js";
import { GamesViews } from "./gamesviews.js";
import { Input } from "./input.js";
import { bindClicks, bindFocus, bindKeys, bindTabs, bindWheel } from "./keys.js";
import { heard, loadLanguage, phrase, translatePage } from "./language.js";
import { Keeper } from "./keeper.js";
import { Learn } from "./learn.js";
import { LessonViews } from "./lessonviews.js";
import { Explorer, Library } from "./library.js";
import { LibraryViews } from "./libraryviews.js";
import { bindLooks, bindPlaces, isZen, openSheet, toggleZen } from "./looks.js";
import { LiveMatch } from "./match.js";
import { Mistakes } from "./mistakes.js";
import { MoveList } from "./moves.js";
import { Play } from "./play.js";
import { PlayViews } from "./playviews.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { ReviewViews } from "./reviewviews.js";
import { Session, gameName } from "./session.js";
import { bindSettings } from "./settings.js";
import { Pattern, Setup } from "./setup.js";
import { showPattern, showSetup } from "./setupviews.js";
import { soundEnd, soundMove } from "./sounds.js";
import { Status } from "./status.js";
import * as store from "./store.js";
import { Words } from "./words.js";

const { settings } = store;

/** @type {Move[]} */
const none = [];

// drawsName writes the name of rules of draws: what they say, or a federation in capitals.
/** @param {string} name */
function drawsName(name) {
  if (/^\d+$/.test(name)) return phrase("{n}-move rule", { n: Number(name) });
  if (name === "threefold") return phrase("threefold repetition");
  if (name === "fourfold") return phrase("fourfold repetition");
  if (name === "frisian") return phrase("Frisian");
  return name.replace(/^(fmjd|cbd|fid|pl)/, (federation) => federation.toUpperCase());
}

class App {
  say = say;
  notify = notify;
  complain = complain;
  wasActive = false; // whether a game was played when the sheet was set
  /** @type {{ variant: string, number: number } | null} */ asked = null; // the puzzle of a link
  /** @type {import("./rules.js").Rules | null} */ rules = null; // until they are opened

  /** @param {About} facts */
  constructor(facts) {
    this.session = new Session(facts);
    this.board = new Board($("board"), this.session.variant);
    this.session.on("game", () => this.newBoard()); // before anything is drawn on it
    this.engine = new Engine();
    this.match = new LiveMatch(this.session, this.engine, this);
    this.control = new Control(this.session, this.match, this);
    this.mode = this.control.mode;
    this.input = new Input(this.board, (move, made) => this.moved(move, made).catch(complain), () => this.editor());
    this.drawing = new Drawing(this.session, this.board, this.mode);
    this.analysis = new Analysis(this.session, this.engine, this.mode, this);
    new AnalysisViews(this.session, this.board, this.analysis);
    if (this.session.about.engines) this.loadEngines().catch(complain);
    this.list = new MoveList(this.session, this.control);
    this.better = new Better(this.session, this.mode);
    this.review = new Review(this.session, this.engine, this, this);
    /** @type {Learn} */
    this.learn = new Learn(this.session, { review: this.review, analysis: this.analysis, mode: this.mode }, this);
    new ReviewViews(this.session, this.review, this.learn);
    /** @type {Puzzles} */
    this.puzzles = new Puzzles(this.session, this.analysis, this);
    this.mistakes = new Mistakes(this.session, { review: this.review, learn: this.learn, mode: this.mode }, this);
    this.lessonViews = new LessonViews(this.session, this.board, this);
    /** @type {Keeper} */
    this.keeper = new Keeper(this.session, this, this);
    this.play = new Play(this.session, this.engine, this.match, this.analysis, this);
    this.match.onend = soundEnd;
    new PlayViews(this.session, this.play, () => { this.show("analyse"); this.review.run(); });
    this.ahead = new Ahead(this.board, (square) => this.board.text[square].toLowerCase() === this.match.own());
    this.games = new Games(this.session, this.keeper, this);
    this.gamesViews = new GamesViews(this.session, this.games, this.keeper);
    this.setup = new Setup(this.session, this.board, this.input, this);
    this.pattern = new Pattern(this.session, this.board, this.input, this);
    showSetup(this.session, this.setup);
    showPattern(this.session, this.pattern, () => this.lend());
    this.explorer = new Explorer(this.session, this.mode);
    this.library = new Library(this.session, this.explorer, this);
    new LibraryViews(this.session, this, () => this.show("library"));
    this.status = new Status(this.session, this.board, this);
    this.words = new Words(this.session, this.board);
    this.show = bindTabs((name) => this.showTab(name));
    this.bind();
    this.bindPage(facts);
  }

  // loadEngines loads what shows engines that are other programs: most have none.
  async loadEngines() {
    const [{ Engines }, { Duel }] = await Promise.all([import("./engines.js"), import("./duel.js")]);
    new Engines(this.session, this.analysis, this.mode).draw();
    new Duel(this.session, this.match).draw();
  }

  // openRules shows the rules of a game, or of the one on the board.
  /** @param {string} [name] */
  async openRules(name) {
    const { Rules } = await import("./rules.js");
    this.rules ??= new Rules(this.session, (game) => { this.show("play"); return this.keeper.openNew(game, true).catch(complain); });
    await this.rules.show(name);
  }

  /** @param {import("./pictures.js").Format} format */
  async savePicture(format) {
    const { savePicture } = await import("./pictures.js");
    await savePicture(this.session, this.board, format);
  }

  bind() {
    const { session } = this;
    session.on("game", () => this.sheet());
    session.on("play", () => { if (this.match.active() !== this.wasActive) this.sheet(); });
    session.on("board", (e) => this.drawBoard(e.before, e.made));
    session.view(() => this.dropAhead());
    session.view(() => this.drawPosition());
    for (const name of /** @type {const} */ (["position", "play", "mode"])) session.on(name, () => this.playAhead());
    for (const [id, training] of /** @type {const} */ ([["deck-open", "deck"], ["deck-close", "set"]])) {
      $(id).addEventListener("click", () => { settings.training = training; this.show("puzzles"); });
    }
    for (const format of /** @type {const} */ (["png", "svg", "gif"])) $(`save-${format}`).addEventListener("click", () => this.savePicture(format).catch(complain));
    addEventListener("pagehide", () => this.keeper.save());
    addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); }); // its engine is gone
    addEventListener("hashchange", (e) => this.openAddress(new URL(e.newURL).hash).catch(complain)); // saving may have replaced it since
  }

  /** @param {About} facts */
  bindPage(facts) {
    const { session } = this;
    bindChoices();
    bindPlaces();
    $("variant").append(...facts.variants.map((v) => el("option", { value: v.name }, gameName(v))));
    $("variant").addEventListener("change", () => {
      const { value } = $("variant"); // another game that comes first changes it
      if (this.puzzles.active) this.keeper.nextPuzzle(value);
      else this.restart();
    });
    $("about").textContent = `Stupol ${facts.version}.`;
    const commands = this.commands();
    for (const [id, key] of /** @type {const} */ ([["new", "n"], ["flip", "f"], ["go-first", "ArrowUp"], ["go-back", "k"], ["go-forward", "j"], ["go-last", "ArrowDown"], ["text-toggle", "t"], ["help-open", "?"], ["rules-open", "r"]])) {
      $(id).addEventListener("click", commands[key]);
    }
    $("help-rules").addEventListener("click", () => { $("help").close(); this.openRules().catch(complain); });
    $("settings-open").addEventListener("click", () => openDialog("settings"));
    $("type").addEventListener("input", () => $("type").setAttribute("aria-invalid", "false"));
    $("type-form").addEventListener("submit", (e) => { e.preventDefault(); this.typed(); });
    bindLooks();
    bindSettings(session, this.board, this.input);
    bindKeys(commands);
    bindFocus();
    bindClicks();
    bindWheel($("board"), (step) => commands[step > 0 ? "j" : "k"]());
  }

  commands() {
    /** @param {import("./control.js").Where} where */
    const go = (where) => () => this.control.step(where).catch(complain);
    // What acts on the game does nothing while something else is on the board.
    /** @param {() => unknown} act */
    const game = (act) => () => (this.mode.isLent() ? undefined : act());
    return {
      ArrowLeft: go("back"), k: go("back"), ArrowRight: go("forward"), j: go("forward"),
      ArrowUp: go("first"), 0: go("first"), ArrowDown: go("last"), $: go("last"),
      "Shift+ArrowLeft": () => this.control.sibling(-1).catch(complain), "Shift+ArrowRight": () => this.control.sibling(1).catch(complain),
      " ": game(() => (this.mode.isLesson() ? this.control.lesson.advance() : this.analysis.playBest())), h: game(() => this.control.lesson.hint()), s: game(() => this.control.lesson.solution()),
      l: game(() => { if (!this.mode.isLesson()) { this.review.stop(); this.analysis.toggle(); } }),
      a: game(() => $("arrows").click()), x: game(() => { if (!this.mode.isLesson()) this.analysis.toggleThreat(); }),
      f: () => this.flip(!this.board.flipped), n: () => this.restart(), t: () => this.words.toggle(), z: toggleZen,
      m: game(() => $("type").focus()), Escape: () => this.escape(), "?": () => openDialog("help"), r: () => this.openRules().catch(complain),
    };
  }

  // escape takes back what was begun on the board or, where nothing was, shows everything again.
  escape() {
    if (isZen() && !this.input.picker.from) toggleZen();
    else this.input.reset();
  }

  /** @param {Tab} name */
  showTab(name) {
    settings.tab = name;
    store.saveSettings();
    if (name !== "analyse") this.learn.stop();
    this.mistakes.show(name === "puzzles" && settings.training === "deck");
    const { asked } = this;
    this.asked = null;
    this.keeper.exchanged(() => {
      if (!this.keeper.wantsPuzzle()) return this.keeper.endAside();
      return asked ? this.keeper.showPuzzle(asked.variant, asked.number - 1, "") : this.keeper.showPuzzle($("variant").value);
    });
    this.lend();
    this.explorer.show(name === "analyse");
    if (name === "games") this.gamesViews.drawRecent();
    this.sheet();
  }

  // sheet opens what belongs beside the board, on a page that has room for little, and shuts all else.
  sheet() {
    this.wasActive = this.match.active();
    openSheet(settings.tab === "play" ? this.match.state !== null : settings.tab !== "games" && settings.tab !== "library");
  }

  // editor is what takes all that is done to squares, if something but the moves does.
  editor() {
    const { name } = this.mode;
    if (name === "setup") return this.setup;
    if (name === "pattern") return this.pattern;
    return settings.ahead && this.mode.may("ahead") ? this.ahead : null;
  }

  // lend gives the board to a panel that draws on it, or back to the game.
  lend(name = settings.tab) {
    if (!this.session.begun) return;
    const was = this.mode.isLent();
    this.control.lent = name === "setup" ? "setup" : name === "library" && this.pattern.open ? "pattern" : "";
    this.setup.enter(name === "setup");
    this.pattern.enter(this.control.lent === "pattern");
    if (name === "library") this.library.show();
    document.querySelector("main")?.classList.toggle("setting-up", this.mode.isLent());
    if (was && !this.mode.isLent()) this.session.emit("board", { before: null }); // moves may have been made meanwhile
    this.session.emit("mode");
  }

  async start() {
    const { hash } = location;
    await this.keeper.start(hash);
    this.show(settings.tab === "setup" || $(`tab-${settings.tab}`).hidden ? "play" : settings.tab);
    this.follow(hash);
  }

  // follow begins with the mistakes, the puzzle or the rules that a link is about, if it is about some.
  /** @param {string} hash */
  follow(hash) {
    const { puzzle, side, rules } = store.wishesOf(hash);
    if (puzzle) {
      settings.training = "set";
      this.asked = puzzle;
      this.show("puzzles");
    }
    if (side) this.learn.start(side).catch(complain);
    if (rules) this.openRules(rules).catch(complain);
  }

  /** @param {string} hash */
  async openAddress(hash) {
    if (hash === this.keeper.address()) return;
    const linked = store.parseAddress(hash);
    if (linked) await this.keeper.openNew(linked);
    this.follow(hash);
  }

  // restart begins a new game of the variant chosen.
  async restart() {
    settings.variant = $("variant").value;
    store.saveSettings();
    this.show("play");
    await this.keeper.openNew({ variant: settings.variant }).catch((error) => {
      settings.variant = this.session.variant.name; // which is still on the board
      choose($("variant"), settings.variant);
      complain(error);
    });
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
    this.input.setMoves(none, false);
    const forward = before && before === node.parent ? node.path : null;
    if (forward) soundMove(forward);
    if (forward) this.board.glide(forward, node.board, made);
    else if (before && before.parent === node && before.path) this.board.back(before.path, node.board);
    else this.board.draw(this.session.board);
    this.markLast();
  }

  // markLast marks where the last move went.
  markLast() {
    const squares = this.session.node.path?.squares;
    this.board.mark("last", squares ? [squares[0], squares[squares.length - 1]] : []);
  }

  // drawPosition shows what may be done now.
  drawPosition() {
    const { node } = this.session;
    if (!this.mode.isLent()) this.input.setMoves(node.answer?.moves ?? none, this.mode.may("move") && Boolean(node.answer));
  }

  // dropAhead gives up a move that was chosen in advance where none can come of it, as at a place
  // that the user looks back to.
  dropAhead() {
    const { ahead, mode } = this;
    if (ahead.from && !mode.isLent() && !mode.may("ahead") && !(mode.name === "playing" && mode.may("move"))) ahead.cancel();
  }

  // playAhead makes a move that was chosen in advance, in time. A piece that was only taken is
  // still taken then.
  playAhead() {
    const { ahead, mode } = this;
    const moves = this.session.node.answer?.moves;
    if (!moves || mode.isLent() || !ahead.from || (settings.ahead && mode.may("ahead"))) return;
    if (mode.name !== "playing" || !mode.may("move")) return ahead.cancel();
    if (!ahead.to) {
      this.drawPosition();
      return this.input.take(ahead.give());
    }
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
    if (this.mode.isLesson()) return this.control.lesson.attempt(move, made);
    if (!settings.confirm || !this.match.active()) return this.control.play(move, made);
    if (await confirmed(this.session, this.input, move)) return this.control.play(move, move.paths[0].squares.length - 1);
    this.session.emit("board", { before: null });
  }

  isFlipped() {
    return this.board.flipped;
  }

  /** @param {boolean} on */
  flip(on) {
    this.board.redraw({ flipped: on });
    if (!this.mode.isLent()) this.markLast();
    this.session.redraw();
    this.keeper.saveSoon();
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
      if (legal && this.session.node === node) await (this.mode.isLesson() ? this.control.lesson.attempt(legal) : this.control.play(legal));
    } catch (error) {
      $("type").setAttribute("aria-invalid", "true");
      complain(error);
    }
  }
}

async function start() {
  try {
    const [facts] = await Promise.all([about(), loadLanguage(settings.language).then(translatePage)]);
    const app = new App(facts);
    await app.start();
    document.body.dataset.ready = "yes";
    return app;
  } catch (error) {
    notify(messageOf(error), 3600);
    return null;
  }
}

export const started = start();
