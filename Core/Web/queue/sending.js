// Sends what waits, in order, from whichever tab or worker comes first: one at a time in the whole browser. The host does each entry
// once, for its key stays the same, and for nobody but the account that made it, whoever has signed in meanwhile.
import { all, change, take } from "/queue/store.js";

const patience = 15000;
const most = 5;
const wire = "BroadcastChannel" in globalThis ? new BroadcastChannel("fieldhouse-queue") : null;

/** Tells every other tab that something has changed. */
export const tellOthers = () => wire?.postMessage("changed");

/** Is called when another tab or the worker has changed something. */
export function hearOthers(hear) {
  if (wire) wire.onmessage = hear;
}

/**
 * Sends the entries of an account, of every one where none is given. `hear` gets each entry with what became of it:
 * `{ answer }`, `{ refusal }`, or `{ wait }`, after which its account's others wait as well. Answers whether none waits any more.
 */
export function send(account, hear = () => null) {
  const run = () => sendAll(account, hear);
  return globalThis.navigator?.locks ? navigator.locks.request("fieldhouse-queue", run) : run();
}

async function sendAll(account, hear) {
  const stuck = new Set();
  for (;;) {
    const entry = (await all()).find(entry => !entry.refusal && !stuck.has(entry.account) && (!account || entry.account === account));
    if (!entry) return stuck.size === 0;
    const outcome = await sendOne(entry);
    if (outcome.wait) stuck.add(entry.account);
    else if (outcome.refusal) await change(entry.number, { refusal: outcome.refusal });
    else await take(entry.number);
    hear(entry, outcome);
    if (!outcome.wait) tellOthers();
  }
}

async function sendOne(entry) {
  const headers = {
    "accept": "application/json", "accept-language": entry.language, "content-type": "application/json",
    "x-fieldhouse-session": "cookie", "x-fieldhouse-account": entry.account, "idempotency-key": entry.key,
  };
  if (entry.body === undefined) delete headers["content-type"];
  try {
    const response = await fetch(entry.path, {
      method: entry.method, headers, credentials: "same-origin", signal: /** @type {any} */ (AbortSignal).timeout(patience),
      body: entry.body === undefined ? undefined : JSON.stringify(entry.body),
    });
    const said = response.status === 204 ? null : await response.json().catch(() => ({}));
    if (response.ok || said?.code === "idempotency-reply-forgotten") return { answer: response.ok ? said : null };
    return await judge(entry, response.status, said);
  } catch {
    return { wait: "unreachable" };
  }
}

// What may be otherwise in a while waits; the rest is refused, and so is what the host fails at again and again.
async function judge(entry, status, { code, detail, errors }) {
  const isOthers = status === 401 || code === "account-changed";
  const isBusy = [408, 425, 429, 502, 503, 504, 507].includes(status) || ["idempotency-key-in-flight", "storage-conflict"].includes(code);
  // A proxy whose host is away knows nothing of it.
  if (isOthers || isBusy || !code) return { wait: isOthers ? "account" : code ? "busy" : "unreachable" };
  const tries = (entry.tries ?? 0) + 1;
  if (status >= 500 && tries < most) {
    await change(entry.number, { tries });
    return { wait: "busy" };
  }
  return { refusal: { status, code, detail, errors: errors ?? [] } };
}
