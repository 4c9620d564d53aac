// Runs a program for wasip1 in Node: node wasi.mjs PROGRAM [ARGUMENT]...

import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["stupol", ...rest], env: {}, returnOnExit: true });
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
