// The queue of entries as pages know it, `app.queue`: what is entered is kept on the device first and sent from there, so that it is
// done once, whatever happens to the connection, the page or the device in between.
import { call, newKey, Problem, tellReached, tellSent, worded } from "/api.js";
import { add, all, change, take } from "/queue/store.js";
import { hearOthers, send, tellOthers } from "/queue/sending.js";

// How long somebody is made to wait before an entry counts as one that waits, and before what was busy is tried again, in milliseconds.
const patience = 4000;
const pause = 5000;
const listeners = new Set();
const answers = new Map();
let account = null;
let timer;

hearOthers(() => changed(false));

/** Whose entries these are from now on; nobody's without an id. */
export function own(person) {
  if (person === account) return;
  account = person;
  changed(false);
  flush();
}

/** The entries of whoever is signed in, the oldest first; those that were refused have a `refusal`. */
export const list = async () => account ? (await all().catch(() => [])).filter(entry => entry.account === account) : [];

/** Is told of every change until what it returns is called. */
export function onChange(hear) {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/**
 * Enters something: `method` (`PUT` unless given), `path` and `body` of the request, `title` (what people read of it) and `page` (the
 * address where it is shown). Answers `{ isSent: true, answer }`, or `{ isSent: false }` when it waits for a connection.
 * @throws {Problem} when the host refuses it at once: then it does not wait, and the page says why where it was entered.
 */
export async function enter({ method = "PUT", path, body, title, page }) {
  const entry = { account, key: newKey(), method, path, body, title, page, language: document.documentElement.lang, at: new Date().toISOString() };
  const number = account && await add(entry).catch(() => null);
  // A browser that keeps nothing, and whoever is nobody.
  if (!number) return { isSent: true, answer: await call(method, path, body, entry.key) };
  changed();
  await Promise.race([flush(), new Promise(resolve => setTimeout(resolve, patience))]);
  const left = (await all()).find(entry => entry.number === number);
  if (!left) return { isSent: true, answer: answers.get(number) };
  if (left.refusal) {
    await drop(number);
    throw new Problem(left.refusal.status, await worded(left.refusal, path));
  }
  navigator.serviceWorker?.ready.then(worker => worker.sync?.register("fieldhouse-queue")).catch(() => null);
  return { isSent: false };
}

/** Takes an entry back. */
export async function drop(number) {
  await take(number);
  changed();
}

/** Sends an entry that was refused once more, as a new request. */
export async function again(number) {
  await change(number, { refusal: null, tries: 0, key: newKey() });
  changed();
  await flush();
}

/** What a guest has entered is the account's that the guest has become. */
export async function handOver(from, to) {
  for (const entry of await all().catch(() => [])) if (entry.account === from) await change(entry.number, { account: to });
}

/** Sends what waits. */
export async function flush() {
  clearTimeout(timer);
  if (!account) return;
  const sender = account;
  let isBusy = false;
  await send(sender, (entry, outcome) => {
    isBusy ||= outcome.wait === "busy";
    hear(entry, outcome);
  }).catch(() => null);
  changed(false);
  // Without a connection the shell asks until there is one, and then sends.
  if (isBusy && sender === account) timer = setTimeout(flush, pause);
}

function hear(entry, outcome) {
  if (outcome.wait === "unreachable") return tellReached(false);
  tellReached(true);
  if (!("answer" in outcome)) return;
  answers.set(entry.number, outcome.answer);
  tellSent(entry.path);
}

function changed(isMine = true) {
  if (isMine) tellOthers();
  for (const hear of [...listeners]) hear();
}
