// The platform's own cards of today: what was told, what is unread in the chats of my groups, and what the host has refused.
import { worded } from "/api.js";
import { element } from "/dom.js";
import { list, onChange } from "/queue/queue.js";
import { onInbox } from "/inbox/badge.js";

const shown = 3;

export const ownSources = page => [
  { area: "queue", title: page.text("queue"), icon: "send", isOwn: true, load: () => refused(page), watch: onChange },
  { area: "inbox", title: page.text("inbox"), icon: "bell", isOwn: true, load: () => told(page), watch: onInbox },
  { area: "groups", title: page.text("groups"), icon: "chat", isOwn: true, load: () => chats(page), watch: onInbox },
];

async function refused(page) {
  const entries = (await list()).filter(entry => entry.refusal);
  if (!entries.length) return {};
  const [first] = entries;
  return { cards: [{ section: "now", key: "refused", heading: page.text("queue.refused", { n: entries.length }), detail: `${first.title}: ${(await worded(first.refusal, first.path)).detail}`, action: { text: page.text("queue.look"), href: "/queue" } }] };
}

async function told(page) {
  const { items, unread } = await page.get(`/v1/me/notifications?limit=${shown}`);
  if (!unread) return {};
  const rows = items.filter(item => !item.isRead).map(item => element("a", { href: item.link ? `/inbox/open?id=${encodeURIComponent(item.id)}` : "/inbox" }, element("span", { class: "grow" }, element("bdi", {}, item.text))));
  return { cards: [{ section: "changed", key: "unread", heading: page.text("inbox.unread", { n: unread }), body: rows.length ? element("fh-list", {}, rows) : null, action: rows.length ? null : { text: page.text("inbox"), href: "/inbox" } }] };
}

async function chats(page) {
  const { items } = await page.get("/v1/me/groups?limit=100");
  const unread = items.filter(item => item.unread > 0);
  if (!unread.length) return {};
  const rows = unread.slice(0, shown).map(({ area, unread, group }) => element("a", { href: `/groups/${encodeURIComponent(area)}/${encodeURIComponent(group.id)}/chat` },
    element("fh-crest", { name: group.name, src: group.picture, size: "small" }), element("span", { class: "grow" }, element("bdi", {}, group.name)),
    element("span", { class: "pill" }, page.text("chat.unread", { n: unread }))));
  return { cards: [{ section: "changed", key: "chats", body: element("fh-list", { label: page.text("groups") }, rows) }] };
}
