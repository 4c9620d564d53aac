// The engine Stupol for pages: see README.md.

// start starts an engine. The folder is where the files of this package are served: by
// default where this one is.
export function start(folder = new URL(".", import.meta.url)) {
  return new Worker(new URL("stupol-worker.js", new URL(folder, self.location.href)));
}
