// Reminders on this device: what is coming is kept with the answers, and what is due is shown where the host cannot be reached. With a
// connection the host pushes it itself.
import { read } from "/kept.js";
import { pushState } from "/inbox/push.js";

// The next hundred.
export const path = "/v1/me/reminders?limit=100";

// What was shown on this device, by the app or by the worker: neither shows it again. It goes with the answers.
const shown = "fieldhouse-answers-1.shown";
const most = 300;
const nameOf = id => `/shown?id=${encodeURIComponent(id)}`;

const longest = 15 * 60_000;
const shortest = 60_000;
let person = null;
let timer;
let lookedAt = 0;
let time = () => Date.now();
/** @type {(title: string, text: string) => void} */
let tell = () => null;

// Follows what somebody is going to be reminded of from now on; nobody's without one. `instant` is the time by the host's clock, `say`
// is told what is due.
export function remind(account, instant, say) {
  if (account) [time, tell] = [() => Date.parse(instant()), say];
  if (account === person && Date.now() - lookedAt < shortest) return;
  person = account;
  clearTimeout(timer);
  look().catch(() => null);
}

// Reads what is coming, and shows what is due where nobody answers.
export async function look() {
  clearTimeout(timer);
  const whose = person;
  if (!whose) return;
  lookedAt = Date.now();
  let isKept = false;
  const found = await read(whose, path, () => { isKept = true; }).catch(() => null);
  if (whose !== person) return;
  clearTimeout(timer);
  const now = time();
  const coming = (found?.items ?? []).filter(({ showAt, until }) => showAt && Date.parse(until) > now);
  const next = Math.min(...coming.map(({ showAt }) => Date.parse(showAt)).filter(at => at > now));
  timer = setTimeout(() => look().catch(() => null), Math.min(longest, Math.max(next - now, 1000)));
  if (!isKept) return;
  for (const item of coming) if (Date.parse(item.showAt) <= now) await show(item);
}

// The tabs of a browser and its worker show one after the other, so that each sees what another has shown.
async function show(item) {
  const work = () => showOnce(item);
  await (navigator.locks?.request("fieldhouse-shown", work) ?? work());
}

// What was shown is noted behind it: a page that is left in between has it shown again, in its own place, and not forgotten.
async function showOnce({ id, title, text, tag }) {
  const cache = await caches.open(shown);
  if (await cache.match(nameOf(id))) return;
  if (await pushState() === "on") {
    const worker = await navigator.serviceWorker.getRegistration();
    await worker.showNotification(title || "Fieldhouse", {
      body: text, tag, lang: document.documentElement.lang, dir: "auto", icon: "/images/logo.svg",
      data: { path: `/inbox/open?id=${encodeURIComponent(id)}` },
    });
  }
  tell(title, text);
  await cache.put(nameOf(id), new Response(""));
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - most))) await cache.delete(old);
}
