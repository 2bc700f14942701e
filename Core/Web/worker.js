// Keeps the app's own files, so that it opens without a connection. Answers of the interface are never kept here.
const kept = "fieldhouse-files-1";

self.addEventListener("install", event => {
  const files = ["/", "/app.css", "/app.js", "/api.js", "/live.js", "/dom.js", "/sign-in.js", "/account-pages.js", "/account/routes.js", "/account/form.js", "/account/providers.js", "/images/logo.svg", "/strings/en.json", "/strings/ar.json"];
  event.waitUntil(caches.open(kept).then(cache => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/v1/")) return;
  event.respondWith(fetch(event.request).then(answer => {
    // What stands in a query may be a secret: the token of a link, the code of a sign-in.
    if (answer.ok && !url.search) caches.open(kept).then(cache => cache.put(event.request, answer.clone()).catch(() => null));
    return answer.clone();
  }).catch(async () => {
    const page = event.request.mode === "navigate" ? await caches.match("/") : null;
    return await caches.match(event.request) ?? page ?? Response.error();
  }));
});
