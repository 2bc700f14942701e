// For those who look after a group: who asks, whom to invite, links and the code, who goes, who stays out.
import { get, put, remove, watch } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { announcePart } from "/groups/announce.js";
import { codePart, linksPart } from "/groups/doors.js";
import { friendsPart } from "/groups/friends.js";
import { inTurn, listPart } from "/groups/in-place.js";
import { address } from "/groups/list.js";

export async function managePage(page, area, id) {
  const root = `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`;
  const group = await get(root);
  const may = name => group.me.actions.includes(name);
  const parts = [];
  const again = inTurn(() => Promise.all(parts.map(({ draw }) => draw())));
  if (may("invite")) parts.push(friendsPart(page, root, again), searchPart(page, root, again), linksPart(page, root), codePart(page, root));
  parts.push(...lists(page, root, may, again));
  const { admin, isOpen } = page.kinds.find(kind => kind.area === area && kind.kind === group.kind) ?? {};
  if (group.me.roles.includes(admin)) parts.push(announcePart(page, area, id, !isOpen));
  replace(page.root, element("h1", {}, element("bdi", {}, group.name)), parts.map(({ node }) => node), link(page.text("back"), address(area, id)));
  await again();
  if (!group.me.since) return null;
  const changed = () => again().catch(() => null);
  return watch([`${area}/groups/${group.kind}/${group.id}`], changed, changed);
}

function lists(page, root, may, again) {
  const act = (key, run, kind) => action(page, page.text(key), async () => { await run(); await again(); }, kind);
  const person = (person, ...buttons) => element("li", { class: "card person" }, avatar(person), element("bdi", {}, person.name),
    element("span", { class: "row end" }, buttons));
  const path = (part, other) => `${root}/${part}/${encodeURIComponent(other.id)}`;
  const part = (title, name, line) => listPart(page.text(title), async () => (await get(`${root}/${name}?limit=100`)).items, ({ person }) => person.id, line);
  return [
    may("admit") && requestsPart(page, root, page.text("group.requests"), again),
    may("invite") && part("group.invitations", "invitations", ({ person: other }) => person(other, act("group.withdraw", () => remove(path("invitations", other))))),
    may("remove") && part("group.membersTitle", "members", ({ person: other }) => other.id === page.me.id ? person(other) :
      person(other, act("group.remove", () => remove(path("members", other))), act("group.ban", () => put(path("bans", other)), "danger"))),
    may("remove") && part("group.bans", "bans", ({ person: other }) => person(other, act("group.unban", () => remove(path("bans", other))))),
  ].filter(Boolean);
}

/** Who asks to join a group, under a heading: each is accepted or refused, and `again` shows what came of it. */
export function requestsPart(page, root, heading, again) {
  const act = (key, run, kind) => action(page, page.text(key), async () => { await run(); await again(); }, kind);
  const path = (part, other) => `${root}/${part}/${encodeURIComponent(other.id)}`;
  return listPart(heading, async () => (await get(`${root}/requests?limit=100`)).items, ({ person }) => person.id, ({ person: other, message }) =>
    element("li", { class: "card" }, element("div", { class: "person" }, avatar(other), element("bdi", {}, other.name), element("span", { class: "row end" },
      act("group.accept", () => put(path("members", other)), ""), act("group.refuse", () => remove(path("requests", other))))),
    message && element("p", { dir: "auto" }, message)));
}

// Finding somebody to invite by name.
function searchPart(page, root, again) {
  const found = element("div", {});
  const show = async query => {
    const { items } = await get(`/v1/people?query=${encodeURIComponent(query)}`);
    const line = person => element("li", { class: "card person" }, avatar(person), element("bdi", {}, person.name), element("span", { class: "row end" },
      action(page, page.text("group.invite"), async () => {
        await put(`${root}/invitations/${encodeURIComponent(person.id)}`);
        replace(found);
        await again();
      }, "")));
    replace(found, items.length ? element("ul", { class: "people" }, items.map(line)) : element("p", { class: "muted" }, page.text("nobody")));
  };
  const node = element("section", {}, form(page, {
    fields: [{ name: "query", label: page.text("group.inviteSomebody"), type: "search", maxlength: 60 }], button: page.text("search"),
    submit: ({ query }) => query.trim() && show(query),
  }), found);
  return { node, draw: async () => null };
}
