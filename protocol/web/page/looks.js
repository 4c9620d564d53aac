// How the page looks: light or dark, the colours of the board, the pieces, and whether there
// is anything but the board.

import { $ } from "./dom.js";
import { saveSettings, settings } from "./store.js";

const root = document.documentElement;

// isDark reports whether the page is dark.
export function isDark() {
  return matchMedia($("dark").media).matches;
}

/** @param {Theme} theme */
function setTheme(theme) {
  settings.theme = theme;
  $("dark").media = { auto: "(prefers-color-scheme: dark)", light: "not all", dark: "all" }[theme];
  $("theme-select").value = theme;
}

// choose keeps what an element offers as a setting, and has the style sheets see it. It returns what
// shows the setting again.
/** @param {"board-colours" | "piece-set"} id @param {"boardColours" | "pieceSet"} name */
function choose(id, name) {
  const known = [...$(id).options].map((o) => o.value);
  if (!known.includes(settings[name])) settings[name] = known[0];
  const show = () => { $(id).value = root.dataset[name] = settings[name]; };
  show();
  $(id).addEventListener("change", () => {
    settings[name] = root.dataset[name] = $(id).value;
    saveSettings();
  });
  return show;
}

// isZen reports whether there is nothing but the board.
export function isZen() {
  return document.body.classList.contains("zen");
}

// toggleZen shows the board alone, or everything again.
export function toggleZen() {
  const zen = document.body.classList.toggle("zen");
  $("zen-end").hidden = !zen;
}

// bindLooks applies the settings, and the changes of them. It returns what applies them again.
export function bindLooks() {
  setTheme(settings.theme);
  const change = (/** @type {Theme} */ theme) => { setTheme(theme); saveSettings(); };
  $("theme").addEventListener("click", () => change(isDark() ? "light" : "dark"));
  $("theme-select").addEventListener("change", () => change(/** @type {Theme} */ ($("theme-select").value)));
  const shows = [() => setTheme(settings.theme), choose("board-colours", "boardColours"), choose("piece-set", "pieceSet")];
  $("zen").addEventListener("click", () => { $("settings").close(); toggleZen(); });
  $("zen-end").addEventListener("click", toggleZen);
  return () => shows.forEach((show) => show());
}

// showBoard has the head of the page in the window, which is where the board is seen whole, with
// its players and clocks: where a game was chosen they may be out of sight.
export function showBoard() {
  scrollTo({ top: 0, behavior: "instant" });
}
