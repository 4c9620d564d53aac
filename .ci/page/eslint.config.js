// How eslint looks at the page, and at what tests it.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["protocol/web/page/*.js", "protocol/web/static/transport.js"], languageOptions: { globals: globals.browser } },
  { files: ["protocol/web/static/service-worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["protocol/module/*.js"], languageOptions: { globals: globals.worker } },
  { files: [".ci/page/**/*.js", "protocol/module/test/*.mjs"], languageOptions: { globals: globals.node } },
  { files: ["protocol/module/test/web-worker.mjs"], languageOptions: { globals: { ...globals.node, importScripts: "readonly" } } },
];
