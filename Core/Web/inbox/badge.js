// The bell: how many notifications are unread, live. The tabs of a browser share one stream: whichever has the lock reads it and
// tells the others.
import { get, watch } from "/api.js";
import { element } from "/dom.js";
import { icon } from "/signs.js";

const wire = "BroadcastChannel" in globalThis ? new BroadcastChannel("fieldhouse-inbox") : null;
const listeners = new Set();
const count = element("span", { class: "count", hidden: true });
const node = element("a", { id: "bell", class: "button plain bell", href: "/inbox" }, icon("bell"), count);
let account = null;
let end = null;
/** @type {(key: string, values?: object) => string} */
let say = () => "";

// The bell for the title bar. `text` names it in the language of the page.
export function bell(text) {
  say = text;
  if (!node.getAttribute("aria-label")) node.setAttribute("aria-label", say("inbox"));
  return node;
}

function show(unread) {
  count.textContent = unread > 99 ? "99+" : String(unread);
  count.hidden = unread === 0;
  node.setAttribute("aria-label", unread ? say("inbox.unread", { n: unread }) : say("inbox"));
  navigator.setAppBadge?.(unread).catch(() => null);
}

function take({ whose, unread }) {
  if (whose !== account) return;
  show(unread);
  for (const hear of listeners) hear();
}

// Asks how many are unread and tells every tab. What comes while it asks is served by asking once more.
let asking = null;
let isWaiting = false;
function ask() {
  isWaiting = Boolean(asking);
  asking ??= (async () => {
    const whose = account;
    const { unread } = await get("/v1/me/notifications?limit=1");
    if (whose !== account) return;
    const news = { whose, unread };
    wire?.postMessage(news);
    take(news);
  })().catch(() => null).finally(() => {
    asking = null;
    if (isWaiting) ask();
  });
}

if (wire) wire.onmessage = event => take(event.data);

function read(signal) {
  const stop = watch([`inbox/${account}`], ask, ask);
  return new Promise(resolve => signal.addEventListener("abort", () => {
    stop();
    resolve();
  }));
}

// Follows somebody's inbox from now on; nobody's without one.
export function follow(person) {
  if (person === account) return;
  end?.abort();
  end = null;
  account = person;
  if (!person) {
    count.hidden = true;
    navigator.clearAppBadge?.().catch(() => null);
    return;
  }
  end = new AbortController();
  const { signal } = end;
  ask();
  const run = navigator.locks?.request(`fieldhouse-inbox-${person}`, { signal }, () => read(signal)) ?? read(signal);
  run.catch(() => null);
}

// Is told of every change of the inbox until what it returns is called.
export function onInbox(hear) {
  listeners.add(hear);
  return () => listeners.delete(hear);
}
