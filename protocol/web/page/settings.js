// The settings: each has an element that shows it and changes it, in this tab or after another has.

import { $, el } from "./dom.js";
import { languages } from "./language.js";
import { followSettings, saveSettings, settings } from "./store.js";

/** @typedef {"animate" | "show-legal" | "one-click" | "confirm-moves" | "moves-ahead" | "sounds" | "arrows" | "with-analysis" | "labels" | "budget" | "deck-player" | "language" | "theme-select" | "board-colours" | "piece-set"} Field */

/** @type {(() => void)[]} */
const shows = []; // what shows each setting again when another tab has changed some

// bindSetting has a field show a setting and change it, and calls apply when it is another. What a list does
// not offer becomes what it offers first. It returns what changes the setting.
/** @param {Field} id @param {keyof Settings} name @param {() => void} apply */
export function bindSetting(id, name, apply = () => {}) {
  const field = /** @type {HTMLInputElement & { options?: HTMLOptionsCollection }} */ ($(id));
  const box = field.type === "checkbox";
  let shown = settings[name];
  const show = () => Object.assign(field, { [box ? "checked" : "value"]: (shown = settings[name]) });
  /** @param {unknown} value */
  const change = (value) => { Object.assign(settings, { [name]: value }); show(); saveSettings(); apply(); };
  show();
  if (field.options?.length && !field.value) {
    Object.assign(settings, { [name]: field.options[0].value });
    show();
  }
  shows.push(() => { if (shown !== settings[name]) { show(); apply(); } });
  field.addEventListener("change", () => change(box ? field.checked : field.value.trim()));
  return change;
}

// bindSettings has those applied that are not about how the page looks.
/** @param {Session} session @param {Board} board @param {Input} input */
export function bindSettings(session, board, input) {
  followSettings(() => { shows.forEach((show) => show()); session.redraw(); });
  const label = () => { if (board.labels !== settings.labels) board.redraw({ labels: settings.labels }); };
  label();
  bindSetting("labels", "labels", label);
  bindSetting("animate", "animate", () => (board.animated = settings.animate));
  board.animated = settings.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  bindSetting("show-legal", "showLegal", () => input.show());
  bindSetting("one-click", "oneClick");
  bindSetting("confirm-moves", "confirm");
  bindSetting("moves-ahead", "ahead", () => session.emit("mode"));
  bindSetting("sounds", "sounds");
  bindSetting("arrows", "arrows", () => session.redraw());
  bindSetting("budget", "budget");
  bindSetting("with-analysis", "withAnalysis");
  bindSetting("deck-player", "player");
  $("language").append(...[...languages].map(([value, name]) => el("option", { value, lang: value }, name)));
  bindSetting("language", "language", () => location.reload()); // everything is said anew, and the game is kept
}
