// How eslint looks at the page, and at what tests it.

import js from "@eslint/js";
import globals from "globals";

// What looks like a text for people, and is none: names of classes, of keys, of tags of PDN, who
// plays, and how a game has ended, which is kept in English.
const silent = new Set(["class", "d", "viewBox", "transform"]); // attributes
const machines = new Set(["closest", "matches", "querySelector", "querySelectorAll", "matchMedia", "tag", "setTag", "DOMException", "startsWith", "end"]);
const names = /^(Arrow\w+|Shift\+\w*|Enter|Escape|Content-Type|White|Black|Event|Site|Date|Round|Stupol\W*|Stupol, level |You|(White|Black) wins|Draw|AbortError|not all|Elo)$/;

// texts finds what the page says without phrase, which says it in the language of the reader.
const texts = {
  create: (context) => {
    const look = (/** @type {import("estree").Node} */ node, /** @type {string} */ text) => {
      if (!/\p{L}{2,},? \p{L}|^\p{Lu}\p{Ll}+|\p{Ll}{2,} …$/u.test(text) || names.test(text)) return;
      for (let child = node, n = node.parent; n; child = n, n = n.parent) {
        if (n.type === "ImportDeclaration" || (n.type === "Property" && n.value === child && silent.has(n.key.name ?? n.key.value))) return;
        const callee = (n.type === "CallExpression" || n.type === "NewExpression") && child !== n.callee && (n.callee.property ?? n.callee).name;
        if (callee && (machines.has(callee) || (callee === "phrase" && n.arguments[0] === child))) return;
        if (callee || n.type.endsWith("Statement")) break;
      }
      context.report({ node, message: `Say it in the language of the reader: phrase(${JSON.stringify(text)})` });
    };
    return {
      Literal: (node) => { if (typeof node.value === "string") look(node, node.value); },
      TemplateElement: (node) => look(node, node.value.cooked),
    };
  },
};

// Who may do what, and what the game is, is decided without the document: these can be tested in Node.
const controllers = ["ahead", "analysis", "api", "clock", "control", "deck", "engine", "gamefile", "games", "judgements", "keeper", "learn", "lesson", "library", "line", "links", "match", "mistakes", "mode", "openings", "picker", "play", "puzzles", "review", "scores", "session", "setup", "tree"].map((name) => `protocol/web/page/${name}.js`);

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["protocol/web/page/*.js", "protocol/web/static/transport.js", "bench/watch/page/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["protocol/web/page/*.js", "bench/watch/page/*.js"], ignores: ["**/language.js"], plugins: { page: { rules: { texts } } }, rules: { "page/texts": "error" } },
  { files: controllers, rules: {
    "no-restricted-globals": ["error", "document", "window", "getComputedStyle", "matchMedia"],
    "no-restricted-imports": ["error", { patterns: [{ group: ["./dom.js", "./board.js", "./input.js"], message: "A controller knows nothing of the document." }] }],
  } },
  { files: ["protocol/web/static/service-worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["protocol/module/*.js"], languageOptions: { globals: globals.worker } },
  { files: [".ci/page/**/*.js", "protocol/module/test/*.mjs"], languageOptions: { globals: globals.node } },
  { files: ["protocol/module/test/web-worker.mjs"], languageOptions: { globals: { ...globals.node, importScripts: "readonly" } } },
];
