// The keyboard, the wheel, and second clicks.

import { $ } from "./dom.js";
import { openSheet } from "./looks.js";

// bindKeys calls what commands has for each key, unless it is typed somewhere.
/** @param {Record<string, () => unknown>} commands */
export function bindKeys(commands) {
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    const place = /** @type {HTMLElement | null} */ (document.activeElement); // bindFocus may have left e.target
    if (place?.closest("input:not([type=checkbox]), textarea, select, [role=tab]")) {
      if (e.key === "Escape") place.blur();
      return;
    }
    const onButton = e.target?.closest?.("button, summary, a, label, [role=button]");
    if (onButton && (e.key === " " || e.key === "Enter")) return;
    const command = commands[(e.shiftKey && e.key.startsWith("Arrow") ? "Shift+" : "") + e.key];
    if (!command) return;
    e.preventDefault();
    command();
  });
}

// What is chosen with the mouse or a finger does not keep the keyboard: the arrows belong to
// the moves then. Who chooses with the keyboard stays there.
export function bindFocus() {
  let pointed = false;
  addEventListener("pointerdown", () => (pointed = true), true);
  addEventListener("keydown", (e) => {
    // What was clicked and not changed keeps no arrows either, but those that go through an open list.
    const sideways = e.key === "ArrowLeft" || e.key === "ArrowRight";
    if (pointed && e.key.startsWith("Arrow")) e.target?.closest?.(sideways ? "select, [type=radio], [type=range]" : "[type=radio], [type=range]")?.blur();
    pointed = false;
  }, true);
  const leave = (/** @type {Event} */ e) => {
    const chosen = e.target?.closest?.("select, [role=tab], [type=checkbox], [type=radio], [type=range]");
    if (pointed && chosen && (e.type === "change" || chosen.matches("[role=tab]"))) chosen.blur();
  };
  addEventListener("change", leave);
  addEventListener("click", leave);
}

const soon = 500; // milliseconds, as double clicks take in most systems

// bindClicks takes the second of two quick clicks from a button that was not there at the first,
// or said something else then: it was meant for what was. So does a key that is held down.
export function bindClicks() {
  /** @template {Event} E @param {(e: E, soon: boolean, same: boolean) => boolean} again whether it goes on from the one before */
  const watch = (again) => {
    /** @type {HTMLElement | null | undefined} */
    let button;
    let said = "";
    let last = -soon;
    return (/** @type {E} */ e) => {
      const now = e.target?.closest?.("button");
      if (!again(e, e.timeStamp - last < soon, now === button)) [button, said] = [now, now?.textContent ?? ""];
      else if (now && (now !== button || now.textContent !== said)) {
        e.preventDefault();
        e.stopImmediatePropagation();
      }
      last = e.timeStamp;
    };
  };
  let [x, y] = [0, 0];
  // Browsers count clicks, but not all of them those of fingers, keys, or on what changes.
  addEventListener("click", watch((e, soon, same) => {
    const near = e.detail > 0 && Math.hypot(e.clientX - x, e.clientY - y) < 4;
    [x, y] = [e.clientX, e.clientY];
    return e.detail > 1 || (soon && (same ? /** @type {PointerEvent} */ (e).pointerType !== "mouse" : near));
  }), true);
  addEventListener("keydown", watch((e) => e.key === "Enter" && e.repeat), true);
}

const notch = 50; // pixels of a wheel for a move

// bindWheel goes through the moves with the wheel over an element.
/** @param {HTMLElement} place @param {(step: number) => void} go forward for 1, back for -1 */
export function bindWheel(place, go) {
  let turned = 0;
  place.addEventListener("wheel", (e) => {
    if (e.ctrlKey || !e.deltaY) return; // the browser's zoom
    e.preventDefault();
    if (turned * e.deltaY < 0) turned = 0;
    turned += e.deltaY * (e.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : notch);
    if (Math.abs(turned) < notch) return;
    go(Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

const tabs = /** @type {const} */ (["play", "analyse", "puzzles", "games", "library", "setup"]);
const steps = new Map([["ArrowRight", 1], ["ArrowLeft", -1]]);

// bindTabs makes a list of tabs that arrows go through, and returns what selects one.
/** @param {(name: Tab) => void} onselect */
export function bindTabs(onselect) {
  /** @param {Tab} name */
  const select = (name, focus = false) => {
    for (const t of tabs) {
      const on = t === name;
      $(`tab-${t}`).setAttribute("aria-selected", String(on));
      $(`tab-${t}`).tabIndex = on ? 0 : -1;
      $(`panel-${t}`).hidden = !on;
    }
    if (focus) $(`tab-${name}`).focus();
    onselect(name);
  };
  tabs.forEach((tab, i) => {
    $(`tab-${tab}`).addEventListener("click", () => {
      const again = $(`tab-${tab}`).getAttribute("aria-selected") === "true" && document.body.classList.contains("sheet");
      if (!again) select(tab);
      openSheet(!again);
    });
    $(`tab-${tab}`).addEventListener("keydown", (e) => {
      const step = steps.get(e.key);
      if (!step) return;
      const next = [1, 2].map((n) => tabs[(i + n * step + tabs.length) % tabs.length]).find((t) => !$(`tab-${t}`).hidden);
      if (next) select(next, true);
    });
  });
  return select;
}
