// Tests of examples.js with the module that .ci/module has made, in Node.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { begin, judge, legalMoves, linesOf, stateOf } from "../examples.js";
import { webWorker } from "./web-worker.mjs";

test("legal moves, lines, and a game that is judged", async () => {
  const engine = webWorker(pathToFileURL(path.join(process.env.MODULE, "stupol-worker.js")));
  await begin(engine, "normal");
  assert.deepEqual(await legalMoves(engine, ["32-28", "19-23"]), ["28x19x23"]);
  assert.equal((await legalMoves(engine, [])).length, 9);
  await assert.rejects(legalMoves(engine, ["1-2"]), /illegal/);

  assert.deepEqual(await stateOf(engine, ["32-28"]), { turn: "black", result: "none", reason: "" });
  await assert.rejects(stateOf(engine, ["1-2"]), /illegal/);

  const lines = await linesOf(engine, [], 3, "nodes=1000");
  assert.equal(new Set(lines.map((line) => line.moves[0])).size, 3);
  assert.ok(lines[0].score >= lines[1].score && lines[1].score >= lines[2].score);

  const pdn = '[GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-28 4. 32x23 18x29 2-0';
  const judged = await judge(engine, pdn, "nodes=2000");
  assert.deepEqual(judged.map(({ move }) => move), ["32-28", "19-23", "28x19", "14x23", "37-32", "23-28", "32x23", "18x29"]);
  const [worst] = judged.toSorted((a, b) => b.loss - a.loss);
  assert.equal(worst.move, "23-28");
  assert.ok(worst.loss > 0.5, `${worst.loss} men`);

  await assert.rejects(judge(engine, '[Event "x"] *'), /no moves/);
  await begin(engine, "russian");
  const russian = await judge(engine, "1. c3-d4 f6-g5 2. d4-c5 b6:d4 3. e3:c5 1-0", "nodes=500");
  assert.deepEqual(russian.map(({ move }) => move), ["22-18", "11-16", "18-14", "9x18", "23x14"]);

  engine.postMessage("quit");
  await engine.ended;
});
