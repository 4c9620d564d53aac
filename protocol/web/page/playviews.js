// What there is to see of a game against an engine, and of a line to somebody else, and the form that begins
// one.

import { $, bindFiles, choose, complain, el, fillRows, write } from "./dom.js";
import { heard, number, percent, phrase } from "./language.js";
import { other, stupol } from "./session.js";
import { saveSettings, settings } from "./store.js";

const ownClock = /** @type {const} */ (["minutes", "increment", "stupol-minutes", "stupol-increment"]);

// levelText says what Stupol does at a level.
/** @param {Level[]} levels @param {number} level */
function levelText(levels, level) {
  const { nodes, misjudges, points } = levels[level - 1];
  if (!nodes) return phrase("All it can in its time.");
  const says = [phrase("Sees {n} position a move|Sees {n} positions a move", { n: nodes })];
  if (misjudges) says.push(phrase("misjudges them by up to {men} men", { men: number(misjudges / 100) }));
  if (points) says.push(phrase("scores {share} against level {level}", { share: percent(points / 100).replace(" ", "\u00a0"), level: level - 1 }));
  return says.join(", ") + ".";
}

// timeOf returns a clock of so many minutes, with so many seconds a move more.
/** @param {string} minutes @param {string} seconds */
function timeOf(minutes, seconds) {
  return { base: Math.round(60000 * (Number(minutes) > 0 ? Number(minutes) : 1)), increment: 1000 * Math.max(Number(seconds) || 0, 0) };
}

export class PlayViews {
  /** @param {Session} session @param {import("./play.js").Play} play @param {() => void} analyse */
  constructor(session, play, analyse) {
    this.session = session;
    this.play = play;
    this.match = play.match;
    this.line = play.line;
    /** @type {Player[]} */
    this.players = [null, "", ...(session.about.engines ?? []).map((e) => e.name)];
    session.view(() => { this.show(); this.showLine(); });
    this.bind(analyse);
    this.showForm();
    setInterval(() => this.match.tick(), 100);
  }

  /** @param {() => void} analyse */
  bind(analyse) {
    const { match, play } = this;
    this.bindPlayers();
    this.bindLine();
    $("time").value = settings.time;
    $("level").value = String(settings.level);
    for (const radio of document.querySelectorAll("[name=side]")) radio.checked = radio.value === settings.side;
    $("play-form").addEventListener("input", () => this.showForm());
    $("play-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.start(false);
    });
    $("play-on").addEventListener("click", () => this.start(true));
    $("to-live").addEventListener("click", () => { if (match.live) this.session.goTo(match.live).catch(complain); });
    $("analyse-game").addEventListener("click", analyse);
    $("rematch").addEventListener("click", () => { if ($("play-form").reportValidity()) play.rematch(this.form()); });
    bindFiles("opening-file", ([file]) => play.readOpenings(file).catch(complain));
    $("take-back").addEventListener("click", () => (this.line.name ? this.line.askBack() : match.takeBack()));
    $("hint").addEventListener("click", () => play.hint());
    $("offer-draw").addEventListener("click", () => match.offerDraw());
    $("resign").addEventListener("click", () => play.resign());
  }

  // bindPlayers has engines chosen, if there are others than Stupol: before a game and during it.
  bindPlayers() {
    if (this.players.length === 2) return;
    const names = this.players.map((player) => (player === null ? phrase("Myself") : player || stupol));
    for (const id of /** @type {const} */ (["opponent", "stand-in", "seat-w", "seat-b"])) {
      $(id).append(...names.map((name, i) => el("option", { value: i }, name)));
    }
    $("opponent").options[0].remove(); // nobody plays against himself
    for (const side of /** @type {const} */ (["w", "b"])) {
      $(`seat-${side}`).addEventListener("change", () => this.match.seat(side, this.players[Number($(`seat-${side}`).value)]));
    }
    $("players-field").hidden = false;
  }

  bindLine() {
    const { line } = this;
    $("line-form").addEventListener("submit", (e) => {
      e.preventDefault();
      const text = $("line-text").value.trim();
      $("line-text").value = ""; // at once: a second click must not say it again
      if (text) line.say("text", { text }).then(() => line.write(text, true), (error) => { $("line-text").value ||= text; complain(error); });
    });
    for (const answer of /** @type {const} */ (["yes", "no"])) $(`line-${answer}`).addEventListener("click", () => line.answer(answer));
    $("line-stop").addEventListener("click", () => line.open(""));
  }

  // form is what is chosen.
  /** @returns {import("./play.js").Form} */
  form() {
    return {
      side: settings.side, seats: this.seats(), level: settings.level, time: this.time(), settle: $("settle").checked, opening: $("opening").value,
      plies: 2 * Number($("opening-moves").value), game: { variant: $("variant").value, draws: $("draws").value },
    };
  }

  // seats are who is chosen to play on the side of the user, and against him, if there is a choice.
  seats() {
    return this.players.length === 2 ? undefined : [this.players[Number($("stand-in").value)], this.players[Number($("opponent").value)]];
  }

  // start begins a game, here or a new one, if nothing is wrong with the form, which says so otherwise.
  /** @param {boolean} here */
  start(here) {
    if ($("play-form").reportValidity()) this.play.start(this.form(), here);
  }

  // nameTimes has the times say who takes them, and offers those that both sides can be told.
  nameTimes() {
    const dxp = this.play.overLine(this.seats());
    for (const option of $("time").options) {
      option.dataset.text ??= option.text;
      const text = option.dataset.text.replace(stupol, this.seats()?.[1] || stupol);
      option.text = dxp ? text.split(" + ")[0] : text;
      option.hidden = option.disabled = dxp && option.value.startsWith("m");
    }
    if ($("time").selectedOptions[0]?.disabled) $("time").value = "c5+3";
  }

  // showForm follows what is chosen, and remembers it.
  showForm() {
    this.nameTimes();
    $("level-field").hidden = !(this.seats() ?? [""]).includes("");
    settings.level = Number($("level").value);
    choose($("time"), $("time").value);
    settings.time = $("time").value;
    settings.side = /** @type {Settings["side"]} */ (document.querySelector("[name=side]:checked").value); // index.html has these values
    const { levels } = this.session.about;
    $("level-name").textContent = phrase("{level} of {levels}", { level: settings.level, levels: levels.length });
    $("level-says").textContent = levelText(levels, settings.level);
    $("own-clock").hidden = settings.time !== "own";
    $("stupol-minutes").placeholder = $("minutes").value;
    $("stupol-increment").placeholder = $("increment").value;
    for (const id of ownClock) $(id).disabled = settings.time !== "own" || (this.play.overLine(this.seats()) && id !== "minutes"); // what is wrong in them does not matter then
    for (const id of /** @type {const} */ (["opening-moves-field", "opening-file-field"])) $(id).hidden = $("opening").value !== "file";
    $("opening-moves").disabled = $("opening").value !== "file";
    $("settle-field").hidden = (this.seats() ?? [null]).includes(null);
    saveSettings();
  }

  // time returns what is chosen: Stupol may have another clock.
  /** @returns {Match["time"]} */
  time() {
    const chosen = settings.time;
    if (chosen.startsWith("m")) return { move: Number(chosen.slice(1)) };
    const [minutes, seconds] = chosen === "own" ? [$("minutes").value, $("increment").value] : chosen.slice(1).split("+");
    if (this.play.overLine(this.seats())) return timeOf(minutes, "0");
    if (chosen !== "own") return timeOf(minutes, seconds);
    return { ...timeOf(minutes, seconds), stupol: timeOf($("stupol-minutes").value || minutes, $("stupol-increment").value || seconds) };
  }

  // show follows the game.
  show() {
    const { match } = this;
    $("resign").textContent = this.play.sure ? phrase("Really resign?") : phrase("Resign");
    write($("opening-state"), this.play.openingsText);
    $("play-form").hidden = match.active();
    $("play-now").hidden = !match.state;
    for (const id of /** @type {const} */ (["analyse-game", "rematch"])) $(id).hidden = !match.state?.over;
    const own = match.active() && match.own();
    for (const id of /** @type {const} */ (["take-back", "hint", "resign"])) $(id).hidden = !own;
    $("offer-draw").hidden = !own || match.playerOf(other(own)) !== ""; // others are not asked
    $("seats").hidden = !match.active() || this.players.length === 2;
    for (const side of /** @type {const} */ (["w", "b"])) $(`seat-${side}`).value = String(this.players.indexOf(match.playerOf(side)));
    this.showState();
  }

  showState() {
    if (!this.match.state) return;
    const over = heard(this.session.tree.end);
    const standing = this.match.standing();
    const back = standing === "back";
    const name = this.match.playerOf(this.match.live?.answer?.turn ?? "w") || stupol;
    const given = standing === "waiting" && name !== stupol && this.session.node === this.match.live && !this.match.thinking;
    const waits = given ? phrase("{name} does not play. Choose another player.", { name }) : phrase("{name} is thinking …", { name });
    const now = standing === "waiting" ? waits : phrase("Your move.");
    const hinted = this.play.hinted.node === this.session.node ? this.play.hinted.text : "";
    $("play-state").textContent = over || hinted || (back ? phrase("You are looking back.") : now);
    $("to-live").hidden = !back;
    $("play-state").classList.toggle("over", Boolean(over));
  }

  showLine() {
    const { name, up, wanted, question, said } = this.line;
    $("line").hidden = !name;
    $("line-stop").hidden = !wanted;
    $("line-text").disabled = !up;
    write($("line-state"), this.line.text());
    const asks = question && $("line-asks").hidden;
    $("line-asks").hidden = !question;
    write($("line-question"), question);
    if (asks) $("line-asks").scrollIntoView({ block: "nearest" });
    const chat = $("line-chat");
    const last = chat.lastElementChild;
    fillRows(chat, said.map(({ id, text, own }) => [`${id} ${text}`, () => el("li", { class: own ? "quiet" : "" }, `${own ? phrase("You") : name}: ${text}`)]));
    if (chat.lastElementChild !== last) chat.scrollTop = chat.scrollHeight;
  }
}
