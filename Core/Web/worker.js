// Keeps the app's own files, so that it opens without a connection. Answers of the interface are kept by kept.js.
const kept = "fieldhouse-files-1";

// All files of the app but the console's: a test compares.
const files = [
  "/", "/tokens.css", "/dark.css", "/app.css", "/images/logo.svg", "/app.webmanifest", "/account-pages.js",
  "/account/body.js", "/account/data.js", "/account/facts.js", "/account/form.js", "/account/profile.js", "/account/providers.js", "/account/routes.js",
  "/account/protect.js", "/account/security.js", "/account/sharing.js", "/account/step-up.js", "/advertisement.js", "/api.js", "/app.js", "/colours.js", "/country.js", "/crash.js", "/dom.js", "/early.js", "/formats.js", "/forms.js",
  "/elements/all.js", "/elements/avatar.js", "/elements/card.js", "/elements/crest.js", "/elements/dialog.js", "/elements/empty.js",
  "/elements/leaderboard.js", "/elements/list.js", "/elements/part.js", "/elements/stepper.js", "/elements/tabs.js",
  "/elements/toast.js", "/feeds/comments.js", "/feeds/feed.js", "/feeds/media.js", "/feeds/parts.js", "/feeds/post.js", "/feeds/writer.js",
  "/groups/about-chat.js", "/groups/announce.js", "/groups/changes.js", "/groups/chat.js", "/groups/composer.js", "/groups/consent.js", "/groups/contacts.js",
  "/groups/doors.js", "/groups/found.js", "/groups/friends.js", "/groups/group.js", "/groups/in-place.js", "/groups/join.js",
  "/groups/list.js", "/groups/manage.js", "/groups/message.js", "/groups/namer.js", "/groups/own-report.js", "/groups/report.js",
  "/groups/reports.js", "/groups/routes.js", "/help/contact.js", "/help/films.js", "/help/mood.js", "/help/pages.js", "/help/routes.js",
  "/inbox/badge.js", "/inbox/device.js", "/inbox/due.js", "/inbox/inbox.js", "/inbox/open.js", "/inbox/push.js", "/inbox/reminders.js",
  "/inbox/routes.js", "/inbox/settings.js", "/kept.js", "/live.js", "/menu.js", "/parts.js", "/people/contacts.js", "/people/friends.js",
  "/people/invitation.js", "/people/invite.js", "/people/lines.js", "/people/person.js", "/people/routes.js", "/people/search.js",
  "/people/sharing.js", "/place.js", "/purpose.js", "/queue/badge.js", "/queue/door.js", "/queue/page.js", "/queue/queue.js", "/queue/sending.js",
  "/queue/store.js", "/routes.js", "/settings/language.js", "/settings/requests.js", "/settings/routes.js", "/settings/settings.js",
  "/settings/start.js", "/settings/zone.js", "/sign-in.js", "/signs.js", "/standing.js", "/today/card.js", "/today/sources.js", "/today/today.js",
  "/today/welcome.js", "/tour/steps.js", "/tour/tour.js", "/usage.js", "/towns.js",
];

// Files have addresses of their release, under which browsers keep them for good; here they lie under their own paths.
const plain = path => path.replace(/^\/assets\/[^/]+(?=\/)/, "");

async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} is answered ${answer.status}.`);
  return answer;
}

// Keeps all files of the release that is served, by the addresses that its shell names.
async function keepAll() {
  const [cache, shell] = [await caches.open(kept), await fetched("/")];
  const release = (await shell.clone().text()).match(/"\/":"(\/assets\/[^/"]+)\/"/)?.[1] ?? "";
  const found = await Promise.all(files.slice(1).map(path => fetched(release + path)));
  await Promise.all(found.map((answer, index) => cache.put(files[index + 1], answer)).concat(cache.put("/", shell)));
  await cache.put("/release", new Response(release));
}

self.addEventListener("install", event => event.waitUntil(keepAll().then(() => self.skipWaiting())));

self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

// A page that was just loading when the worker came is not claimed by that: it asks once it is there.
self.addEventListener("message", event => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
  // One that has found another release than the one that is kept.
  if (event.data === "keep") event.waitUntil(keepAll().catch(() => null));
});

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/v1/")) return;
  event.respondWith(lasting(event.request).catch(() => undefined).then(answer => answer ?? sent(event.request, url)));
});

// What is kept of the very address that is asked for, where it was kept for good: the host needs not be asked, unless somebody reloads it.
async function lasting({ url, cache }) {
  const { pathname } = new URL(url);
  if (cache === "reload" || plain(pathname) === pathname) return;
  const answer = await (await caches.open(kept)).match(plain(pathname));
  return answer?.url === url && answer.headers.get("cache-control")?.includes("immutable") ? answer : undefined;
}

// What the host says; where it is away, what is kept.
async function sent(request, url) {
  try {
    const answer = await fetch(request);
    // A proxy whose host is away.
    if (answer.status >= 502 && answer.status <= 504) return await found(request) ?? answer;
    // What stands in a query may be a secret: the token of a link, the code of a sign-in.
    if (answer.ok && !url.search) caches.open(kept).then(cache => cache.put(plain(url.pathname), answer.clone()).catch(() => null));
    return answer.clone();
  } catch {
    return await found(request) ?? Response.error();
  }
}

// Every page is drawn by the one shell.
async function found(request) {
  const cache = await caches.open(kept);
  const { pathname, search } = new URL(request.url);
  return await cache.match(plain(pathname) + search) ?? (request.mode === "navigate" ? await cache.match("/") : undefined);
}

// What was pushed is shown, whether the app is open or not: one after the other, and after what the app is just showing (inbox/due.js).
// Where it is asked what is shown while something is, Chromium forgets what it does not display yet, and nothing opens when that is pressed.
self.addEventListener("push", event => {
  const work = () => showPushed(event.data?.json() ?? {});
  event.waitUntil(self.navigator.locks?.request("fieldhouse-shown", work) ?? work());
});

// What the app has shown without a connection is not shown again: it only takes its own place, without a sound.
async function showPushed({ id, title, body, tag, language, unread }) {
  const isShown = Boolean(id && await note(id));
  if (Number.isInteger(unread)) await self.navigator.setAppBadge?.(unread).catch(() => null);
  const path = id ? `/inbox/open?id=${encodeURIComponent(id)}` : "/inbox";
  if (isShown && !(await self.registration.getNotifications()).some(({ data }) => data?.path === path)) return;
  await self.registration.showNotification(title || "Fieldhouse", {
    body: body ?? "", tag: tag ?? "", renotify: Boolean(tag) && !isShown, silent: isShown || null, lang: language ?? "", dir: "auto", icon: "/images/logo.svg",
    data: { path },
  });
}

// Notes that something was shown on this device; true where that is known (inbox/due.js).
async function note(id) {
  const cache = await caches.open("fieldhouse-answers-1.shown");
  const name = `/shown?id=${encodeURIComponent(id)}`;
  if (await cache.match(name)) return true;
  await cache.put(name, new Response("")).catch(() => null);
  return false;
}

// Opens what it is about, in the app where it is open.
self.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(openPushed(event.notification.data?.path ?? "/inbox"));
});

async function openPushed(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ focused }) => focused) ?? windows[0];
  if (!open) return self.clients.openWindow(path);
  open.postMessage({ go: path });
  await open.focus().catch(() => null);
}

// The browser has made another subscription: the host is told, in the session of this browser.
self.addEventListener("pushsubscriptionchange", event => {
  event.waitUntil(subscribeAgain(event).catch(() => null));
});

async function subscribeAgain({ oldSubscription, newSubscription }) {
  const made = newSubscription ?? await self.registration.pushManager.subscribe(oldSubscription.options);
  await fetch("/v1/me/push-subscriptions", {
    method: "PUT", credentials: "same-origin", headers: { "content-type": "application/json", "x-fieldhouse-session": "cookie" },
    body: JSON.stringify(made.toJSON()),
  });
}
