// Keeps the app's own files, so that it opens without a connection. Answers of the interface are kept by kept.js.
const kept = "fieldhouse-files-1";

self.addEventListener("install", event => {
  const files = ["/", "/app.css", "/app.js", "/api.js", "/kept.js", "/live.js", "/dom.js", "/sign-in.js", "/account-pages.js", "/purpose.js", "/account/routes.js", "/account/form.js", "/account/providers.js", "/groups/routes.js", "/help/routes.js", "/people/routes.js", "/images/logo.svg"];
  event.waitUntil(caches.open(kept).then(cache => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/v1/")) return;
  event.respondWith(fetch(event.request).then(async answer => {
    // A proxy whose host is away.
    if (answer.status >= 502 && answer.status <= 504) return await found(event.request) ?? answer;
    // What stands in a query may be a secret: the token of a link, the code of a sign-in.
    if (answer.ok && !url.search) caches.open(kept).then(cache => cache.put(event.request, answer.clone()).catch(() => null));
    return answer.clone();
  }).catch(async () => await found(event.request) ?? Response.error()));
});

// Every page is drawn by the one shell.
async function found(request) {
  const cache = await caches.open(kept);
  return await cache.match(request) ?? (request.mode === "navigate" ? await cache.match("/") : undefined);
}
