// Tests of the module that .ci/module has made, in Node. The environment says where it is
// (MODULE), and the program to compare it with (STUPOL).

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { webWorker } from "./web-worker.mjs";

const { MODULE: folder, STUPOL: program } = process.env;
const script = (of) => pathToFileURL(path.join(of, "stupol-worker.js"));
const temporary = mkdtempSync(path.join(tmpdir(), "stupol-"));
after(() => rmSync(temporary, { recursive: true }));

// A conversation with an engine, in the module or in the program.
class Conversation {
  lines = [];
  #wanted = null;

  add(line) {
    this.lines.push(line);
    if (!this.#wanted?.begin.some((word) => line.startsWith(word))) return;
    const { resolve } = this.#wanted;
    this.#wanted = null;
    resolve(line);
  }

  // until sends lines and waits for one that begins with one of the words.
  until(begin, ...lines) {
    const found = new Promise((resolve) => (this.#wanted = { begin: [begin].flat(), resolve }));
    for (const line of lines) this.send(line);
    return found;
  }
}

function withModule(of = folder, delay = 0) {
  const talk = new Conversation();
  const worker = webWorker(script(of), delay);
  worker.onmessage = ({ data }) => talk.add(data);
  worker.onerror = (error) => talk.add(`failed ${error.message}`);
  talk.send = (line) => worker.postMessage(line);
  talk.ended = worker.ended;
  return talk;
}

function withProgram() {
  const talk = new Conversation();
  const child = spawn(program, ["hub"], { stdio: ["pipe", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).on("line", (line) => talk.add(line));
  talk.send = (line) => child.stdin.write(line + "\n");
  talk.ended = new Promise((resolve) => child.on("exit", resolve));
  return talk;
}

// untimed returns a line without what no two searches have in common.
const untimed = (line) => line.replace(/ time=\S+/, "").replace(/ nps=\S+/, "");

// five returns a position of five pieces, from which the databases are met at once.
function five(squares, pieces) {
  const board = Array.from({ length: squares }, () => "e");
  for (const [square, piece] of Object.entries(pieces)) board[square - 1] = piece;
  return "pos pos=W" + board.join("");
}

// Openings without the book, a middle game, and endings.
const large = five(50, { 5: "B", 14: "b", 23: "b", 37: "w", 46: "W" });
const small = five(32, { 4: "B", 10: "b", 15: "b", 22: "w", 29: "W" });
const games = [
  ["normal", "pos start", 'pos start moves="32-28 19-23 28x19x23 14x23x19"', large],
  ["english", "pos start", 'pos start moves="11-15 23-19"', small],
  ...["killer", "bt", "losing", "frisian", "frysk"].map((game) => [game, "pos start", large]),
  ...["brazilian", "russian", "russian-losing", "pool", "italian", "czech", "spanish"].map((game) => [game, "pos start", small]),
];

async function play(talk) {
  await talk.until("wait", "hub");
  for (const [variant, ...positions] of games) {
    await talk.until("ready", `set-param name=variant value=${variant}`, "set-param name=book value=false", "init");
    for (const position of positions) await talk.until("done", position, "level nodes=15000", "go think");
  }
  talk.send("quit");
  await talk.ended;
  return talk.lines.map(untimed).filter((line) => !line.startsWith("id "));
}

test("says what the program says, at equal nodes", async () => {
  const [module, native] = await Promise.all([play(withModule()), play(withProgram())]);
  assert.ok(native.filter((line) => line.startsWith("info depth")).length > 150);
  const meaningless = /^param name=(threads|bb-dir|bb-cache|book-file) /; // in a page
  assert.equal(native.filter((line) => meaningless.test(line)).length, 4);
  assert.deepEqual(module, native.filter((line) => !meaningless.test(line)));
});

test("tells the legal moves and the state of the game", async () => {
  const talk = withModule();
  await talk.until("ready", "hub", "set-param name=variant value=russian", "init");
  const kings = "pos pos=WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB";
  assert.match(await talk.until("moves", kings, "moves"), /^moves count=[1-9]\d* list="/);
  assert.match(await talk.until("state", "state"), /^state variant=russian turn=white result=none occurred=1/);
  const again = `moves="${Array(3).fill("1-5 32-28 5-1 28-32").join(" ")}"`;
  assert.match(await talk.until("state", `${kings} ${again}`, "state"), / result=draw reason="/);
  assert.match(await talk.until("state", "set-param name=variant value=chess", "pos start", "state"), /^state variant=russian/);
  talk.lines.length = 0;
  await talk.until("moves", "pos pos=W", "moves");
  assert.deepEqual(talk.lines.map((line) => line.split(" ")[0]), ["error", "moves"]);
  talk.send("quit");
  await talk.ended;
});

test("neither the book nor a forced move ends a search without an end", async () => {
  const talk = withModule();
  await talk.until("ready", "hub", "init");
  await talk.until("info depth=4", "pos start", "level infinite", "go think");
  assert.ok(!talk.lines.some((line) => line.startsWith("done")));
  await talk.until("done", "stop");
  talk.send("quit");
  await talk.ended;
});

test("stops soon, and answers meanwhile", async () => {
  const talk = withModule();
  await talk.until("ready", "hub", "set-param name=variant value=frisian", "init");
  await talk.until("info depth=4", "level infinite", "go analyze");
  await talk.until("pong", "ping");
  const asked = performance.now();
  await talk.until("done", "stop");
  const took = performance.now() - asked;
  assert.ok(took < 1000, `${took} ms`); // 20 on a machine that does nothing else
  talk.send("quit");
  await talk.ended;
});

test("waits for databases over a slow line no longer than it may", async () => {
  const talk = withModule(folder, 60_000);
  const ending = "pos pos=Weeeeebeeeeeeeeeeeeeeeewewweeeeee";
  await talk.until("ready", "hub", "set-param name=variant value=russian", "init");
  const asked = performance.now();
  await talk.until("done", ending, "level move-time=2", "go think");
  assert.match(talk.lines.findLast((line) => line.startsWith("info")), /^info depth=[2-9]/);
  talk.send("level infinite");
  talk.send("go analyze");
  await talk.until("pong", "ping");
  await talk.until("done", "stop");
  const took = performance.now() - asked;
  assert.ok(took < 20_000, `${took} ms`); // 2050 on a machine that does nothing else
  talk.send("quit");
  await talk.ended;
});

test("says so when data is missing, and goes on when it is there", async () => {
  const copy = path.join(temporary, "copy");
  execFileSync("cp", ["-r", folder, copy]);
  const book = path.join(copy, "data", "pool.book.gz");
  renameSync(book, book + ".away");
  const talk = withModule(copy);
  await talk.until("ready", "set-param name=variant value=pool", "init");
  assert.match(talk.lines.at(-2), /^error message="init: .*pool\.book\.gz.*404 Not Found/);
  assert.match(await talk.until("done", "pos start", "level depth=1", "go think"), /^done move=/);
  renameSync(book + ".away", book);
  talk.lines.length = 0;
  await talk.until("ready", "init");
  assert.deepEqual(talk.lines, ["ready"]);
  talk.send("quit");
  await talk.ended;
});

test("says so when there is no program", async () => {
  const copy = path.join(temporary, "bare");
  execFileSync("cp", ["-r", folder, copy]);
  rmSync(path.join(copy, "stupol.wasm.gz"));
  assert.match(await withModule(copy).until("error", "hub"), /stupol\.wasm\.gz: 404/);
});

test("is packed and installed by npm", async (t) => {
  try {
    execFileSync("npm", ["--version"]);
  } catch {
    t.skip("there is no npm");
    return;
  }
  const npm = (...args) => execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund"], { cwd: temporary, encoding: "utf8" });
  const archive = npm("pack", path.resolve(folder), "--silent").trim();
  npm("init", "--yes");
  npm("install", "./" + archive);
  const installed = path.join(temporary, "node_modules", "stupol");
  assert.equal(readFileSync(path.join(installed, "data", "russian.weights")).length, readFileSync(path.join(folder, "data", "russian.weights")).length);
  const talk = withModule(installed);
  assert.match(await talk.until("done", "init", "level depth=3", "go think"), /^done move=/);
  talk.send("quit");
  await talk.ended;
  const { start } = await import(pathToFileURL(path.join(installed, "stupol.js")));
  assert.equal(typeof start, "function");
});
