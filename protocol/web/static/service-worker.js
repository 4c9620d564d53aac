// Keeps the page without a server: after the first visit it needs no network. What belongs to
// a game is kept when it was fetched first. .ci/site writes what all files are into the two
// constants.

const version = "VERSION"; // of the files
const files = ["FILES"];

const name = "stupol-" + version;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
  self.skipWaiting();
});

// old returns the names of what other versions have kept.
const old = async () => (await caches.keys()).filter((key) => key.startsWith("stupol-") && key !== name);

self.addEventListener("activate", (event) => {
  event.waitUntil(old().then((keys) => Promise.all(keys.map((key) => caches.delete(key)))).then(() => clients.claim()));
});

async function answer(request) {
  const cache = await caches.open(name);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok) await cache.put(request, fetched.clone());
  return fetched;
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
