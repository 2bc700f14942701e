// One group: what it is, who is in it, and what I can do there. It changes in place while others come and go.
import { get, post, put, remove, watch } from "/api.js";
import { element, replace } from "/dom.js";
import { action, link } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { address, crest } from "/groups/list.js";

export async function groupPage(page, area, id) {
  const root = `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`;
  const head = element("div", {});
  const members = element("div", {});
  const draw = async () => {
    const group = await page.get(root);
    replace(head, top(page, area, group, root, draw));
    replace(members, await list(page, area, group, root, draw));
    return group;
  };
  replace(page.root, head, members, link(page.text("groups"), "/groups"));
  const group = await draw();
  if (!group.me?.since) return null;
  return watch([`${area}/groups/${group.kind}/${group.id}`], () => draw().catch(() => null));
}

function top(page, area, group, root, draw) {
  const kind = page.kinds.find(kind => kind.area === area && kind.kind === group.kind);
  return [
    element("section", { class: "card person" }, crest(group, "large"), element("div", {}, element("h1", {}, element("bdi", {}, group.name)),
      element("p", { class: "muted" }, [kind?.title, page.text("group.members", { n: group.members })].filter(Boolean).join(" · ")),
      group.archivedAt && element("p", { class: "error" }, page.text("group.isArchived")))),
    group.about && element("p", { class: "about", dir: "auto" }, group.about),
    element("p", { class: "row" }, group.archivedAt ? null : buttons(page, area, group, root, draw)),
  ];
}

function buttons(page, area, group, root, draw) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn) return link(page.text("signInToJoin"), `/sign-in?back=${encodeURIComponent(address(area, group.id))}`);
  const act = (key, run, kind) => action(page, page.text(key), async () => { await run(); await draw(); }, kind);
  const { me } = group;
  if (me.since) {
    return [
      me.actions.includes("edit") && link(page.text("group.edit"), `${address(area, group.id)}/edit`),
      ["admit", "invite", "remove"].some(name => me.actions.includes(name)) && link(page.text("group.people"), `${address(area, group.id)}/people`),
      leave(page, root),
    ];
  }
  if (me.isInvited) return [act("join", () => post(`${root}/join`), ""), act("group.refuse", () => remove(`${root}/invitations/${page.me.id}`))];
  if (group.admission === "open") return act("join", () => post(`${root}/join`), "");
  if (group.admission !== "request") return element("span", { class: "muted" }, page.text("group.invitationOnly"));
  return me.hasAsked ? act("group.withdraw", () => remove(`${root}/requests/${page.me.id}`)) : act("group.ask", () => post(`${root}/requests`), "");
}

// Leaving is asked for twice.
function leave(page, root) {
  const place = element("span", { class: "row" });
  const ask = () => replace(place, element("span", {}, page.text("group.leaveSure")), action(page, page.text("yes"), async () => {
    await post(`${root}/leave`);
    await page.go("/groups");
  }, "danger"), action(page, page.text("cancel"), begin));
  const begin = () => replace(place, action(page, page.text("group.leave"), ask));
  begin();
  return place;
}

async function list(page, area, group, root, draw) {
  let found;
  try {
    found = await page.get(`${root}/members?limit=100`);
  } catch (problem) {
    if (problem.code === "forbidden") return element("p", { class: "muted" }, page.text("group.membersHidden"));
    throw problem;
  }
  const admin = page.kinds.find(kind => kind.area === area && kind.kind === group.kind)?.admin;
  const mayAppoint = group.me?.actions.includes("appoint") && !group.archivedAt;
  const act = (key, run) => action(page, page.text(key), async () => { await run(); await draw(); });
  const line = ({ person, roles }) => {
    const isAdmin = roles.includes(admin);
    const role = `${root}/members/${encodeURIComponent(person.id)}/roles/${admin}`;
    return element("li", { class: "card person" }, avatar(person), element("a", { href: `/people/${encodeURIComponent(person.id)}` }, element("bdi", {}, person.name)),
      isAdmin && element("span", { class: "badge" }, page.text("group.admin")),
      mayAppoint && element("span", { class: "row end" }, isAdmin ? act("group.dismiss", () => remove(role)) : act("group.appoint", () => put(role))));
  };
  return [element("h2", {}, page.text("group.membersTitle")), element("ul", { class: "people" }, found.items.map(line))];
}
