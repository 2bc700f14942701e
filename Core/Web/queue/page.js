// The entries that wait on this device, and those that the host has refused: what was entered, and why.
import { worded } from "/api.js";
import { again, drop, flush, list, onChange } from "/queue/queue.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";

export async function queuePage(page) {
  const body = element("div", {});
  replace(page.root, element("h1", {}, page.text("queue")), element("p", { class: "muted" }, page.text("queue.intro")), body);
  const draw = async () => {
    const entries = await list();
    if (!entries.length) return replace(body, element("fh-empty", { icon: "check", heading: page.text("queue.none"), detail: page.text("queue.noneHint") },
      element("a", { class: "button plain", href: "/" }, page.text("today"))));
    const refused = entries.filter(entry => entry.refusal);
    replace(body, await Promise.all([...refused, ...entries.filter(entry => !entry.refusal)].map(entry => card(page, entry))));
  };
  await draw();
  flush();
  return onChange(() => draw().catch(() => null));
}

async function card(page, entry) {
  const at = format(page.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(entry.at));
  const button = (key, work, kind) => element("button", { class: kind, onclick: () => work().catch(problem => page.announce(problem.message)) }, page.text(key));
  const refusal = entry.refusal && await worded(entry.refusal, entry.path);
  const reasons = refusal ? [refusal, ...refusal.errors].map(({ detail }) => detail).filter(Boolean) : [];
  return element("fh-card", { icon: entry.refusal ? "close" : "clock", label: page.text(entry.refusal ? "queue.wasRefused" : "queue.waits"), heading: entry.title },
    [...new Set(reasons)].map(reason => element("p", { class: "error" }, reason)),
    element("p", { class: "muted" }, page.text("queue.enteredAt", { time: at })),
    element("p", { class: "actions" }, entry.page && element("a", { class: "button plain", href: entry.page }, page.text("queue.open")),
      entry.refusal && button("queue.again", () => again(entry.number), "plain"), button("queue.drop", () => drop(entry.number), "plain")));
}
