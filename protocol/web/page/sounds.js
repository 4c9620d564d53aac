// Sounds of a game, made here: wood for moves, a tone for the end. They are off until wanted.

import { settings } from "./store.js";

/** @type {AudioContext | null} */
let audio = null;

const pause = 0.13; // seconds between the landings of a capture
const loudness = 0.25; // of 1

// tone sounds for some seconds, and fades.
/** @param {AudioContext} to @param {number} pitch in hertz @param {number} from @param {number} length both in seconds @param {OscillatorType} type */
function tone(to, pitch, from, length, type) {
  const start = to.currentTime + from;
  const oscillator = new OscillatorNode(to, { type, frequency: pitch });
  const gain = new GainNode(to, { gain: loudness });
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(to.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
  return oscillator;
}

// knock is wood on wood: the pitch falls at once.
/** @param {AudioContext} to @param {number} pitch @param {number} from */
function knock(to, pitch, from) {
  const frequency = tone(to, pitch, from, 0.08, "triangle").frequency;
  frequency.setValueAtTime(pitch, to.currentTime + from);
  frequency.exponentialRampToValueAtTime(pitch / 3, to.currentTime + from + 0.06);
}

// context returns where sounds go, null if none are wanted or the browser has none.
function context() {
  if (!settings.sounds || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {}); // not before the first click on the page
  return audio;
}

// soundMove is heard for a move, and for each piece it takes.
/** @param {Path} path */
export function soundMove({ captured }) {
  const to = context();
  if (!to) return;
  if (!captured.length) return knock(to, 420, 0);
  captured.slice(0, 8).forEach((_, i) => knock(to, 620, i * pause));
}

// soundEnd is heard when a game is over.
export function soundEnd() {
  const to = context();
  if (!to) return;
  [392, 523, 659].forEach((pitch, i) => tone(to, pitch, 0.1 + i * 0.12, 0.5, "sine"));
}
