/** A line of the Hub protocol, without its end. Several at once have line feeds between them. */
export type Line = string;

/** A worker that takes and sends lines of the Hub protocol, version 2. */
export interface Engine extends Omit<Worker, "onmessage" | "postMessage"> {
  onmessage: ((this: Worker, event: MessageEvent<Line>) => unknown) | null;
  postMessage(line: Line): void;
}

/**
 * Starts an engine.
 *
 * @param folder where the files of this package are served; by default where stupol.js is.
 */
export function start(folder?: string | URL): Engine;
