// What I am going to be reminded of, the next first; without a connection what was known last.
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { link } from "/account/form.js";
import { bring, inTurn } from "/groups/in-place.js";
import { onInbox } from "/inbox/badge.js";
import { path } from "/inbox/due.js";

export async function remindersPage(page) {
  const list = element("ul", { class: "people" });
  const none = element("section", { class: "card", hidden: true }, element("p", {}, page.text("reminders.none")), element("p", { class: "muted" }, page.text("reminders.noneHint")));
  const draw = inTurn(async () => {
    const { items } = await page.get(path);
    const now = Date.parse(page.instant());
    const coming = items.filter(({ until }) => Date.parse(until) > now);
    bring(list, coming, item => item.id, item => line(page, item));
    none.hidden = coming.length > 0;
  });
  replace(page.root, element("h1", {}, page.text("reminders")), none, list, element("p", { class: "row" }, link(page.text("inbox"), "/inbox")));
  await draw();
  return onInbox(() => draw().catch(() => null));
}

const moment = (page, instant) => format(page.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));

// What has no hours has its day alone, wherever it is read.
const begin = (page, at, day) => day ? format(page.language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`)) : moment(page, at);

function line(page, { text, link: to, at, day, due, isSent }) {
  const words = element("bdi", {}, text);
  const reminded = isSent ? element("span", { class: "badge" }, page.text("reminders.sent"))
    : element("span", { class: "muted" }, page.text("reminders.due", { time: moment(page, due) }));
  return element("li", { class: "card notice" },
    element("p", {}, to ? element("a", { href: to }, words) : words),
    element("p", { class: "row" }, element("time", { datetime: day ?? at }, begin(page, at, day)), element("span", { class: "end" }, reminded)));
}
