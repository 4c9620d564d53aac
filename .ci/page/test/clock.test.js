import assert from "node:assert/strict";
import { test } from "node:test";

import { asked, available, pause } from "../../../protocol/web/page/clock.js";

// random returns a source of numbers from 0 to 1, the same every time.
function random(seed) {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

test("a move may take its increment, the first one too", () => {
  assert.equal(available({ left: 6000, increment: 30000, used: 10000 }), 26000);
  assert.deepEqual(asked({ left: 6000, increment: 30000, used: 1000.5 }), { remaining: 4999, increment: 30000 });
});

test("whoever is asked is never told of more than there is, nor of less than nothing", () => {
  const r = random(66);
  for (let i = 0; i < 10000; i++) {
    const clock = { left: 60000 * r() - 20000, increment: r() < 0.3 ? 0 : 30000 * r(), used: 20000 * r() };
    const { remaining, increment } = asked(clock);
    assert.ok(remaining >= 0 && increment >= 0 && increment <= clock.increment);
    assert.ok(remaining + increment <= Math.max(available(clock), 0), JSON.stringify(clock));
  }
});

test("holding moves back loses no game on time", () => {
  assert.equal(pause(null, 0), 350);
  assert.equal(pause(60000, 100), 250);
  assert.equal(pause(60000, 1000), 0);
  let left = 400;
  for (let move = 0; move < 200; move++) left -= pause(left, 0);
  assert.ok(left > 0);
});
