// What was read last, kept in the browser so that there is something to show without a connection: for each person and
// language apart, until the person signs out or may not read it any more. Where the browser keeps nothing (without TLS)
// there is none.
import { get, isUnreachable } from "/api.js";
import { asset } from "/dom.js";

const prefix = "fieldhouse-answers-1.";
const most = 300;

// The language that was chosen on this device, else those that the browser asks for.
export const wanted = localStorage.getItem("language") ?? navigator.languages.join(",");

// What the app itself is made of, which is nobody's own: its texts, languages and pages. It outlives signing out.
export const shell = Symbol("shell");

const place = person => person === shell ? `fieldhouse-shell-1.${wanted}` : `${prefix}${person ?? ""}.${document.documentElement.lang}`;
const open = async person => globalThis.caches?.open(place(person));

// What was asked before somebody signed out is not kept after it.
let departures = 0;

// On a device where no worker answers yet nothing could be shown without a connection: there the first page is drawn before what it was
// made of is kept.
/** @type {() => void} */
let isDrawn = () => null;
const drawn = navigator.serviceWorker?.controller ? null : new Promise(done => { isDrawn = () => done(null); });

/** Tells that the first page has been drawn. */
export const firstDrawn = () => isDrawn();

async function keep(person, path, answer, asked) {
  await drawn;
  if (asked !== departures) return;
  const cache = await open(person);
  if (asked !== departures) return person !== shell && caches.delete(place(person));
  await cache?.put(path, new Response(JSON.stringify(answer), { headers: { "x-kept-at": new Date().toISOString() } }));
  const paths = await cache?.keys() ?? [];
  for (const old of paths.slice(0, Math.max(0, paths.length - most))) await cache.delete(old);
}

// Looking makes no place: what was taken off the device stays off.
const match = async (person, path) => globalThis.caches?.match(path, { cacheName: place(person) });

async function drop(person, path) {
  if (await globalThis.caches?.has(place(person))) await (await open(person)).delete(path);
}

// The answer that was kept, with the time when it was, by the device's clock; nothing without one.
export async function find(person, path) {
  const found = await match(person, path);
  return found && { answer: await found.json(), at: found.headers.get("x-kept-at") };
}

// Reads; without a connection what was kept, of which, and of when it was read, `onKept` is told.
export async function read(person, path, onKept = /** @type {(at?: string) => void} */ (() => null)) {
  const asked = departures;
  try {
    const answer = await get(path);
    keep(person, path, answer, person === shell ? departures : asked).catch(() => null);
    return answer;
  } catch (problem) {
    if (isUnreachable(problem)) {
      const kept = await find(person, path).catch(() => null);
      onKept(kept?.at);
      if (kept) return kept.answer;
    } else if ([401, 403, 404, 410].includes(problem.status)) {
      await drop(person, path).catch(() => null);
    }
    throw problem;
  }
}

// Takes everything off the device.
export async function forget() {
  departures += 1;
  const names = await globalThis.caches?.keys() ?? [];
  await Promise.all(names.filter(name => name.startsWith(prefix)).map(name => caches.delete(name)));
  // Nor is what was asked meanwhile.
  departures += 1;
}

// Where the worker keeps a file: under its own path, without its release.
const plain = path => path.replace(/^\/assets\/[^/]+(?=\/)/, "");

// Keeps the files that this page was made of before the worker stood between, once it does, and has it keep all files of another release.
export async function keepFiles() {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active.postMessage("claim");
  const cache = await caches.open("fieldhouse-files-1");
  for (const { name } of performance.getEntriesByType("resource")) {
    const { origin, pathname, search } = new URL(name);
    if (origin !== location.origin || search || pathname.startsWith("/v1/") || await cache.match(plain(pathname))) continue;
    await fetch(pathname).then(answer => answer.ok && cache.put(plain(pathname), answer)).catch(() => null);
  }
  const kept = await cache.match("/release");
  if (kept && `${await kept.text()}/app.js` !== asset("/app.js")) active.postMessage("keep");
}
