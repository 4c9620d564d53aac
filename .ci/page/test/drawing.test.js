import assert from "node:assert/strict";
import { test } from "node:test";

import { shapesIn, toggled, withShapes } from "../../../protocol/web/page/drawing.js";

const squares = (count, name) => Array.from({ length: count }, (_, i) => ({ name: name(i), number: String(i + 1), row: 0, column: 0 }));
const international = { algebraic: false, squares: squares(50, (i) => "x" + i) };
const russian = { algebraic: true, squares: squares(32, (i) => "bdfhaceg"[i % 8] + (8 - Math.floor(i / 4))) };

test("shapes are read with the rest of a comment", () => {
  const comments = ["[%eval 0.3] [%csl G32,R05] well [%cal Y3228]", "[%csl B01]"];
  assert.deepEqual(shapesIn(comments, international), [
    { colour: "G", squares: [32] }, { colour: "R", squares: [5] }, { colour: "Y", squares: [32, 28] }, { colour: "B", squares: [1] },
  ]);
});

test("letters and numbers are both read", () => {
  assert.deepEqual(shapesIn(["[%cal Gb8a7] [%csl G05]"], russian), [{ colour: "G", squares: [1, 5] }, { colour: "G", squares: [5] }]);
});

test("what is no shape is left out", () => {
  for (const list of ["", "G", "X32", "G51", "G00", "G3", "G321", "G3232", "G32x28", "g32"]) {
    assert.deepEqual(shapesIn([`[%csl ${list}] [%cal ${list}]`], international), [], list);
  }
});

test("shapes are written before what is said, in place of others", () => {
  const shapes = [{ colour: "G", squares: [32, 28] }, { colour: "R", squares: [5] }];
  assert.deepEqual(withShapes(["[%csl B01] [%eval 0.3] well", "[%cal B0102]"], shapes, international), ["[%csl R05][%cal G3228]", "[%eval 0.3] well"]);
  assert.deepEqual(withShapes(["[%csl B01]", "well"], [], international), ["well"]);
  assert.deepEqual(withShapes([], [{ colour: "Y", squares: [1, 2] }], russian), ["[%cal Yb8d8]"]);
});

test("what is written is read", () => {
  for (const variant of [international, russian]) {
    const shapes = [{ colour: "G", squares: [3] }, { colour: "Y", squares: [9] }, { colour: "R", squares: [9, 32] }];
    assert.deepEqual(shapesIn(withShapes(["well"], shapes, variant), variant), shapes);
  }
});

test("the same shape again wipes it out, another colour paints it over", () => {
  const green = { colour: "G", squares: [1, 2] };
  const red = { colour: "R", squares: [1, 2] };
  assert.deepEqual(toggled([], green), [green]);
  assert.deepEqual(toggled([green], green), []);
  assert.deepEqual(toggled([green], red), [red]);
  assert.deepEqual(toggled([green], { colour: "G", squares: [2, 1] }).length, 2);
});
