// The settings: each has an element that shows it and changes it, in this tab or after another has.

import { $, el } from "./dom.js";
import { languages } from "./language.js";
import { bindLooks } from "./looks.js";
import { followSettings, saveSettings, settings } from "./store.js";

/** @typedef {"animate" | "show-legal" | "one-click" | "confirm-moves" | "moves-ahead" | "sounds" | "arrows" | "with-analysis" | "labels" | "budget" | "deck-player"} Field */

// bindSettings has them applied.
/** @param {Session} session @param {Board} board @param {Input} input */
export function bindSettings(session, board, input) {
  const shows = [bindLooks()]; // what shows the settings again when another tab has changed some
  followSettings(() => { shows.forEach((show) => show()); session.redraw(); });
  /** @param {Field} id @param {keyof Settings} name @param {() => void} apply */
  const bind = (id, name, apply = () => {}) => {
    const field = /** @type {HTMLInputElement} */ ($(id));
    const box = field.type === "checkbox";
    let shown = settings[name];
    const show = () => Object.assign(field, { [box ? "checked" : "value"]: (shown = settings[name]) });
    show();
    shows.push(() => { if (shown !== settings[name]) { show(); apply(); } });
    field.addEventListener("change", () => { Object.assign(settings, { [name]: (shown = box ? field.checked : field.value.trim()) }); saveSettings(); apply(); });
  };
  const label = () => { if (board.labels !== settings.labels) board.setLabels(settings.labels); };
  label();
  bind("labels", "labels", label);
  bind("animate", "animate", () => (board.animated = settings.animate));
  board.animated = settings.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  bind("show-legal", "showLegal", () => input.show());
  bind("one-click", "oneClick");
  bind("confirm-moves", "confirm");
  bind("moves-ahead", "ahead", () => session.emit("mode"));
  bind("sounds", "sounds");
  bind("arrows", "arrows", () => session.redraw());
  bind("budget", "budget");
  bind("with-analysis", "withAnalysis");
  bind("deck-player", "player");
  $("language").append(...[...languages].map(([value, name]) => el("option", { value, lang: value }, name)));
  $("language").value = languages.has(settings.language) ? settings.language : "";
  $("language").addEventListener("change", () => {
    settings.language = $("language").value;
    saveSettings();
    location.reload(); // everything is said anew, and the game is kept
  });
}
