import type { Engine } from "./stupol.js";

/** A line that a search has found: its score in men for the side to move, and its moves. */
export interface Found {
  score: number;
  moves: string[];
}

/** A move of a game, with the men by which it is worse than the best one. */
export interface Judged {
  move: string;
  loss: number;
  better: string;
}

/** Sends lines, and returns what is said up to a line that begins with a word; throws an error among it. */
export function ask(engine: Engine, lines: string[], end: string): Promise<string[]>;

/** Has the engine play a variant: "normal", "russian", and so on. */
export function begin(engine: Engine, variant: string): Promise<string[]>;

/** The best lines after the moves of a game, the best first. The level is that of Hub. */
export function linesOf(engine: Engine, moves: string[], count: number, level?: string): Promise<Found[]>;

/** The legal moves after those of a game, sorted. */
export function legalMoves(engine: Engine, moves: string[]): Promise<string[]>;

/** How a game stands: the side to move, the result and why. */
export interface State {
  turn: "white" | "black";
  result: "none" | "white" | "black" | "draw";
  reason: string;
}

/** How a game stands after its moves, draws by rule included. */
export function stateOf(engine: Engine, moves: string[]): Promise<State>;

/** The moves of a game in PDN without variations, from the start, each judged: as 32-28, or as c3-d4, which is told in numbers. A text without moves is an error. */
export function judge(engine: Engine, pdn: string, level?: string): Promise<Judged[]>;
