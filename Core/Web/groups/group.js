// One group: what it is, who is in it, and what I can do there. It changes in place while others come and go.
import { post, put, remove, watch } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { groupFeed } from "/feeds/feed.js";
import { consentChoice, joining } from "/groups/consent.js";
import { bring, inTurn, isAsked, twice } from "/groups/in-place.js";
import { address, crest } from "/groups/list.js";
import { reportIn } from "/groups/report.js";
import { shareButtons } from "/people/sharing.js";

export async function groupPage(page, area, id) {
  const root = `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`;
  const head = element("div", {});
  const chat = element("p", { class: "row" });
  const choices = element("p", { class: "row" });
  const people = element("div", {});
  const posts = element("div", {});
  const sharing = element("div", {});
  const shown = { query: "", pages: 1, list: null, choices: "" };
  const draw = inTurn(async () => {
    const group = await page.get(root);
    replace(head, top(page, area, group));
    await drawChat(page, area, group, root, chat);
    drawChoices(page, area, group, root, draw, choices, shown);
    await drawMembers(page, area, group, root, draw, people, shown);
    return group;
  });
  replace(page.root, head, chat, choices, sharing, posts, people, link(page.text("groups"), "/groups"));
  const group = await draw();
  replace(sharing, mayShare(group) && shareButtons(page, link => page.text("group.shareMessage", { name: group.name, link }), address(area, id), group.name));
  const feed = mayRead(page, area, group, "hasFeed") ? await groupFeed(page, area, group) : null;
  replace(posts, feed?.node);
  if (!group.me?.since) return null;
  const topic = `${area}/groups/${group.kind}/${group.id}`;
  const again = () => draw().catch(() => null);
  const hear = (name, event) => {
    if (name === "reset" || event.topic === topic) again();
    feed?.hear(name, event);
  };
  return watch([topic, ...feed?.topics ?? []], hear, () => { again(); feed?.catchUp(); });
}

const kindOf = (page, area, group) => page.kinds.find(kind => kind.area === area && kind.kind === group.kind);

function top(page, area, group) {
  return [
    element("section", { class: "card person" }, crest(group, "large"), element("div", {}, element("h1", {}, element("bdi", {}, group.name)),
      element("p", { class: "muted" }, [kindOf(page, area, group)?.title, page.text("group.members", { n: group.members })].filter(Boolean).join(" · ")),
      group.archivedAt && element("p", { class: "error" }, page.text("group.isArchived")))),
    group.about && element("p", { class: "about", dir: "auto" }, group.about),
  ];
}

// What is private is shared through links that let people in.
const mayShare = group => group.visibility !== "private" && !group.archivedAt;

// Whether I may read what its people write there.
const mayRead = (page, area, group, what) => kindOf(page, area, group)?.[what] && (group.me?.since || group.me?.actions.includes("moderate"));

// The way into the chat, for those who may read it.
async function drawChat(page, area, group, root, place) {
  const isShown = mayRead(page, area, group, "hasChat");
  const { unread } = isShown ? await page.get(`${root}/chat/read`) : { unread: 0 };
  const label = unread ? page.text("chat.withUnread", { n: unread }) : page.text("chat");
  place.hidden = !isShown;
  if (!isShown || place.textContent === label) return;
  replace(place, element("a", { class: "button", href: `${address(area, group.id)}/chat` }, label));
}

// The buttons stay as they are as long as the same can be done: a question that is open is not taken away.
function drawChoices(page, area, group, root, draw, place, shown) {
  const mark = JSON.stringify([group.me, group.archivedAt, group.admission]);
  if (mark === shown.choices || isAsked(place)) return;
  shown.choices = mark;
  replace(place, group.archivedAt ? null : buttons(page, area, group, root, draw));
}

function buttons(page, area, group, root, draw) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn) return link(page.text("signInToJoin"), `/sign-in?back=${encodeURIComponent(address(area, group.id))}`);
  const act = (key, run, kind) => action(page, page.text(key), async () => { await run(); await draw(); }, kind);
  const { me } = group;
  if (me.since) {
    return [
      me.actions.includes("edit") && link(page.text("group.edit"), `${address(area, group.id)}/edit`),
      me.actions.includes("moderate") && link(page.text("moderation"), `${address(area, group.id)}/reports`),
      ["admit", "invite", "remove"].some(name => me.actions.includes(name)) && link(page.text("group.people"), `${address(area, group.id)}/people`),
      me.actions.includes("contacts") && link(page.text("group.contacts"), `${address(area, group.id)}/contacts`),
      consentChoice(page, root, me, draw),
      !me.roles.includes(kindOf(page, area, group)?.admin) && action(page, page.text("group.report"), () =>
        reportIn(page, area, { kind: "group", group: group.id }, page.text("group.reportTitle", { name: group.name }))),
      twice(page, page.text("group.leave"), page.text("group.leaveSure"), async () => {
        await post(`${root}/leave`);
        await page.go("/groups");
      }, draw),
    ];
  }
  if (me.isInvited) return [act("join", () => joining(page, `${root}/join`), ""), act("group.refuse", () => remove(`${root}/invitations/${page.me.id}`))];
  if (group.admission === "open") return act("join", () => joining(page, `${root}/join`), "");
  if (group.admission !== "request") return element("span", { class: "muted" }, page.text("group.invitationOnly"));
  return me.hasAsked ? act("group.withdraw", () => remove(`${root}/requests/${page.me.id}`)) : act("group.ask", () => joining(page, `${root}/requests`), "");
}

async function drawMembers(page, area, group, root, draw, place, shown) {
  let found;
  try {
    found = await members(page, root, shown);
  } catch (problem) {
    if (problem.code !== "forbidden") throw problem;
    shown.list = null;
    return replace(place, element("p", { class: "muted" }, page.text("group.membersHidden")));
  }
  if (!shown.list) frame(page, draw, place, shown);
  const admin = kindOf(page, area, group)?.admin;
  const items = found.items.map(member => ({ ...member, ...choicesOn(page, group, admin, member) }));
  bring(shown.list, items, ({ person }) => person.id, member => line(page, area, group, root, draw, { ...member, admin }));
  shown.none.hidden = found.items.length > 0;
  shown.more.hidden = !found.next;
}

// What stays around the list: the field that somebody may be writing in.
function frame(page, draw, place, shown) {
  shown.list = element("ul", { class: "people" });
  shown.none = element("p", { class: "muted", hidden: true }, page.text("nobody"));
  shown.more = element("p", { class: "row", hidden: true }, action(page, page.text("more"), async () => { shown.pages += 1; await draw(); }));
  replace(place, element("h2", {}, page.text("group.membersTitle")), form(page, {
    fields: [{ name: "member", label: page.text("group.findMember"), type: "search", maxlength: 100 }], button: page.text("search"),
    submit: async ({ member }) => {
      Object.assign(shown, { query: member.trim(), pages: 1 });
      await draw();
    },
  }), shown.list, shown.none, shown.more);
}

async function members(page, root, shown) {
  const items = [];
  let next;
  for (let number = 0; number < shown.pages && next !== null; number += 1) {
    const query = new URLSearchParams({ limit: "100", ...shown.query && { search: shown.query }, ...next && { after: next } });
    const answer = await page.get(`${root}/members?${query}`);
    items.push(...answer.items);
    next = answer.next ?? null;
  }
  return { items, next };
}

// What I can do with a member.
function choicesOn(page, group, admin, { person, roles }) {
  const mayAppoint = Boolean(group.me?.actions.includes("appoint") && !group.archivedAt);
  const isAdmin = roles.includes(admin);
  return { isAdmin, mayAppoint, mayHandOver: mayAppoint && !isAdmin && group.me.roles.includes(admin) && person.id !== page.me?.id,
    mayReport: Boolean(group.me?.since) && page.me.kind !== "guest" && person.id !== page.me.id };
}

function line(page, area, group, root, draw, { person, admin, isAdmin, mayAppoint, mayHandOver, mayReport }) {
  const role = `${root}/members/${encodeURIComponent(person.id)}/roles/${admin}`;
  const act = (key, run) => action(page, page.text(key), async () => { await run(); await draw(); });
  const handOver = async () => {
    await post(`${root}/transfer`, { account: person.id });
    page.announce(page.text("group.handedOver"));
    await draw();
  };
  return element("li", { class: "card person" }, avatar(person), element("a", { href: `/people/${encodeURIComponent(person.id)}` }, element("bdi", {}, person.name)),
    isAdmin && element("span", { class: "badge" }, page.text("group.admin")),
    (mayAppoint || mayReport) && element("span", { class: "row end" },
      mayReport && action(page, page.text("report"), () => reportIn(page, area, { kind: "member", group: group.id, thing: person.id }, page.text("reportPerson", { name: person.name }))),
      mayAppoint && (isAdmin ? act("group.dismiss", () => remove(role)) : act("group.appoint", () => put(role))),
      mayHandOver && twice(page, page.text("group.handOver"), page.text("group.handOverSure", { name: person.name }), handOver)));
}
