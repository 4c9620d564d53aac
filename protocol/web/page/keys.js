// The keyboard.

import { $ } from "./dom.js";

// bindKeys calls what commands has for each key, unless it is typed somewhere.
export function bindKeys(commands) {
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    if (e.target.closest?.("input:not([type=checkbox]), textarea, select, [role=tab]")) {
      if (e.key === "Escape") e.target.blur();
      return;
    }
    const onButton = e.target.closest?.("button, summary, a, label, [role=button]");
    if (onButton && (e.key === " " || e.key === "Enter")) return;
    const command = commands[(e.shiftKey && e.key.startsWith("Arrow") ? "Shift+" : "") + e.key];
    if (!command) return;
    e.preventDefault();
    command();
  });
}

// bindTabs makes a list of tabs that arrows go through.
export function bindTabs(onselect) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const select = (tab, focus) => {
    for (const t of tabs) {
      const on = t === tab;
      t.setAttribute("aria-selected", String(on));
      t.tabIndex = on ? 0 : -1;
      $(t.getAttribute("aria-controls")).hidden = !on;
    }
    if (focus) tab.focus();
    onselect(tab.id.slice("tab-".length));
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (e) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (step) select(tabs[(i + step + tabs.length) % tabs.length], true);
    });
  });
  return (name) => select($("tab-" + name));
}
