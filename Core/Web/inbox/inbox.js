// What I was told, the newest first.
import { post } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action, link } from "/account/form.js";
import { bring, inTurn } from "/groups/in-place.js";
import { offer } from "/inbox/device.js";
import { onInbox } from "/inbox/badge.js";

const portion = 20;

export async function inboxPage(page) {
  const list = element("ul", { class: "people" });
  const none = element("section", { class: "card", hidden: true }, element("p", {}, page.text("inbox.none")), element("p", { class: "muted" }, page.text("inbox.noneHint")));
  const all = action(page, page.text("inbox.readAll"), async () => {
    await post("/v1/me/notifications/read", {});
    page.announce(page.text("inbox.allRead"));
    await draw();
  });
  const more = action(page, page.text("more"), async () => {
    wanted += portion;
    await draw();
  });
  const offered = element("div", {});
  let wanted = portion;
  // As many pages as are shown are read again, so that what is shown is what there is.
  const draw = inTurn(async () => {
    const found = await upTo(page, wanted);
    bring(list, found.items, item => item.id, item => line(page, item, draw));
    none.hidden = found.items.length > 0;
    all.hidden = found.unread === 0;
    more.hidden = !found.next;
    if (found.items.length && !offered.children.length) offer(page, offered).catch(() => null);
  });
  replace(page.root, element("h1", {}, page.text("inbox")), offered,
    element("p", { class: "row" }, all, link(page.text("reminders"), "/inbox/reminders"), link(page.text("inbox.settings"), "/inbox/settings")), none, list, more);
  await draw();
  return onInbox(() => draw().catch(() => null));
}

async function upTo(page, wanted) {
  let found = await page.get(`/v1/me/notifications?limit=${portion}`);
  const items = [...found.items];
  while (found.next && items.length < wanted) {
    found = await page.get(`/v1/me/notifications?limit=${portion}&after=${encodeURIComponent(found.next)}`);
    items.push(...found.items);
  }
  return { ...found, items };
}

function line(page, item, draw) {
  const time = format(page.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(item.createdAt));
  const words = element("bdi", {}, item.text);
  const read = !item.isRead && action(page, page.text("inbox.read"), async () => {
    await post("/v1/me/notifications/read", { ids: [item.id] });
    await draw();
  });
  if (read) read.setAttribute("aria-label", `${page.text("inbox.read")}: ${item.text}`);
  return element("li", { class: item.isRead ? "card notice" : "card notice unread" },
    element("p", {}, item.link ? element("a", { href: `/inbox/open?id=${encodeURIComponent(item.id)}` }, words) : words),
    element("p", { class: "row" }, !item.isRead && element("span", { class: "badge" }, page.text("inbox.new")),
      element("time", { class: "muted", datetime: item.createdAt }, time), element("span", { class: "end" }, read)));
}
