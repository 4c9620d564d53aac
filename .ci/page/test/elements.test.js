import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");

const kinds = {
  button: "HTMLButtonElement", details: "HTMLDetailsElement", dialog: "HTMLDialogElement", form: "HTMLFormElement", input: "HTMLInputElement",
  link: "HTMLLinkElement", output: "HTMLOutputElement", progress: "HTMLProgressElement", select: "HTMLSelectElement", textarea: "HTMLTextAreaElement",
};

test("the elements that TypeScript knows are those of the page", () => {
  const want = [...read("../../../protocol/web/page/index.html").matchAll(/<(\w+)\b[^>]*?\bid="([^"]+)"/g)]
    .filter(([, tag]) => tag !== "symbol").map(([, tag, id]) => `${id}: ${kinds[tag] ?? "HTMLElement"}`);
  const got = [...read("../types.d.ts").matchAll(/Record<([^>]*),\s*(HTML\w+)\s*>/g)]
    .flatMap(([, ids, kind]) => [...ids.matchAll(/"([^"]+)"/g)].map(([, id]) => `${id}: ${kind}`));
  assert.deepEqual(got.sort(), want.sort());
});
