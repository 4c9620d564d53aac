// The settings: each has an element that shows it and changes it, in this tab or after another has.

import { $, el } from "./dom.js";
import { languages } from "./language.js";
import { bindLooks } from "./looks.js";
import { followSettings, saveSettings, settings } from "./store.js";

/** @typedef {"animate" | "show-legal" | "one-click" | "confirm-moves" | "moves-ahead" | "sounds"} Box */
/** @typedef {"animate" | "showLegal" | "oneClick" | "confirm" | "ahead" | "sounds"} Switch */

// bindSettings has them applied.
/** @param {Session} session @param {Board} board @param {Input} input */
export function bindSettings(session, board, input) {
  /** @type {(() => void)[]} */
  const shows = []; // what shows the settings again when another tab has changed some
  followSettings(() => shows.forEach((show) => show()));
  /** @param {Box} id @param {Switch} name @param {() => void} [apply] */
  const check = (id, name, apply) => {
    const show = () => ($(id).checked = settings[name]);
    show();
    shows.push(() => { if ($(id).checked !== show()) apply?.(); });
    $(id).addEventListener("change", () => { settings[name] = $(id).checked; saveSettings(); apply?.(); });
  };
  check("animate", "animate", () => (board.animated = settings.animate));
  check("show-legal", "showLegal", () => input.show());
  check("one-click", "oneClick");
  check("confirm-moves", "confirm");
  check("moves-ahead", "ahead", () => session.emit("mode"));
  check("sounds", "sounds");
  board.animated = settings.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const label = () => {
    $("labels").value = settings.labels;
    if (board.labels !== settings.labels) board.setLabels(settings.labels);
  };
  label();
  shows.push(label, bindLooks(), () => {
    $("arrows").checked = settings.arrows;
    $("with-analysis").checked = settings.withAnalysis;
    $("budget").value = settings.budget;
    session.redraw();
  });
  $("labels").addEventListener("change", () => {
    settings.labels = /** @type {Labels} */ ($("labels").value); // index.html has these values
    saveSettings();
    label();
  });
  $("language").append(...[...languages].map(([value, name]) => el("option", { value, lang: value }, name)));
  $("language").value = languages.has(settings.language) ? settings.language : "";
  $("language").addEventListener("change", () => {
    settings.language = $("language").value;
    saveSettings();
    location.reload(); // everything is said anew, and the game is kept
  });
}
