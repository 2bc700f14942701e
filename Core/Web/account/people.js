// Other people: finding them, their profiles, following, friends, blocking, reporting, inviting.
import { get, post, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link } from "/account/form.js";
import { avatar, counts } from "/account/profile.js";
import { report } from "/groups/report.js";

const path = id => encodeURIComponent(id);

function line(account, ...more) {
  return element("li", { class: "card person" }, avatar(account), element("a", { href: `/people/${path(account.id)}` }, account.name),
    account.username && element("bdi", { class: "muted", dir: "ltr" }, `@${account.username}`), element("span", { class: "row end" }, more));
}

// A list that grows page by page.
async function pages(page, root, address, draw) {
  const list = element("ul", { class: "people" });
  const more = action(page, page.text("more"), () => load());
  let next = null;
  async function load() {
    const mark = address.includes("?") ? "&" : "?";
    const found = await get(next ? `${address}${mark}after=${encodeURIComponent(next)}` : address);
    list.append(...found.items.map(draw));
    next = found.next;
    more.hidden = !next;
    if (!list.children.length) replace(root, element("p", { class: "muted" }, page.text("nobody")));
  }
  replace(root, list, more);
  await load();
}

export function searchPage(page) {
  const found = element("div", {});
  replace(page.root, element("h1", {}, page.text("people")), form(page, {
    fields: [{ name: "query", label: page.text("searchName"), type: "search" }], button: page.text("search"),
    submit: ({ query }) => pages(page, found, `/v1/people?query=${encodeURIComponent(query)}`, account => line(account)),
  }), found, element("h2", {}, page.text("invite")), invite(page), link(page.text("back"), "/account"));
}

function invite(page) {
  const shown = element("div", {});
  const make = async () => {
    const { link: address } = await post("/v1/me/invitations", {});
    const copy = action(page, page.text("copy"), async () => { await navigator.clipboard.writeText(address); page.announce(page.text("copied")); });
    const share = navigator.share && action(page, page.text("share"), () => navigator.share({ url: address }).catch(() => null));
    replace(shown, element("p", {}, element("code", { class: "secret", dir: "ltr" }, address)), element("p", { class: "row" }, copy, share));
  };
  return element("section", { class: "card" }, element("p", {}, page.text("inviteIntro")), action(page, page.text("makeLink"), make, ""), shown);
}

export async function personPage(page, id) {
  const person = await get(`/v1/people/${path(id)}`);
  const again = async () => { await page.changed(); };
  const facts = [["country", person.country], ["gender", person.gender && page.text(`gender.${person.gender}`)],
    ["dateOfBirth", person.dateOfBirth], ["email", person.email], ["phone", person.phone && `+${person.phone}`]].filter(([, value]) => value);
  replace(page.root, element("h1", {}, person.name), element("section", { class: "card person" }, avatar(person, 96), element("div", {},
    person.username && element("p", { class: "muted" }, element("bdi", { dir: "ltr" }, `@${person.username}`)), person.bio && element("p", { dir: "auto" }, person.bio),
    counts(page, person), person.relation.followsMe && element("p", { class: "muted" }, page.text("followsYou")))),
  facts.length > 0 && element("dl", { class: "facts card" }, facts.map(([name, value]) => [element("dt", {}, page.text(name)), element("dd", {}, element("bdi", {}, value))])),
  page.me && page.me.kind !== "guest" && page.me.id !== person.id && element("p", { class: "row" }, relations(page, person, again)));
}

function relations(page, person, again) {
  const id = path(person.id);
  const { following, friendship, blocked } = person.relation;
  const toggle = (isOn, on, off, address, kind) => action(page, page.text(isOn ? off : on), async () => {
    await (isOn ? remove(address) : put(address));
    await again();
  }, kind);
  const friendKey = { none: "askFriend", requested: "withdrawFriend", received: "acceptFriend", friends: "endFriend" }[friendship];
  const isFriend = friendship === "friends" || friendship === "requested";
  return [
    !blocked && toggle(following, "follow", "unfollow", `/v1/me/following/${id}`, following ? "plain" : ""),
    !blocked && toggle(isFriend, friendKey, friendKey, `/v1/me/friends/${id}`),
    toggle(blocked, "block", "unblock", `/v1/me/blocked/${id}`),
    action(page, page.text("report"), () => report(page, page.text("reportPerson", { name: person.name }), null,
      input => post("/v1/reports", { subjectKind: "user", subject: person.id, ...input }))),
  ];
}

export async function listPage(page, id, kind) {
  const root = element("div", {});
  replace(page.root, element("h1", {}, page.text(kind === "followers" ? "followersTitle" : "followingTitle")), root, link(page.text("back"), `/people/${path(id)}`));
  await pages(page, root, `/v1/people/${path(id)}/${kind}`, account => line(account));
}

export async function friendsPage(page) {
  const { items } = await get("/v1/me/friends");
  const again = () => friendsPage(page);
  const buttons = ({ account, state }) => {
    const address = `/v1/me/friends/${path(account.id)}`;
    const end = { requested: "withdrawFriend", received: "refuseFriend", friends: "endFriend" }[state];
    return [state === "received" && action(page, page.text("acceptFriend"), async () => { await put(address); await again(); }, ""),
      action(page, page.text(end), async () => { await remove(address); await again(); })];
  };
  replace(page.root, element("h1", {}, page.text("friends")), items.length
    ? element("ul", { class: "people" }, items.map(friend => line(friend.account, buttons(friend))))
    : element("p", { class: "muted" }, page.text("nobody")), element("h2", {}, page.text("invite")), invite(page), link(page.text("back"), "/account"));
}

export async function blockedPage(page) {
  const root = element("div", {});
  replace(page.root, element("h1", {}, page.text("blockedPeople")), root, link(page.text("back"), "/account"));
  await pages(page, root, "/v1/me/blocked", account => line(account, action(page, page.text("unblock"), async () => {
    await remove(`/v1/me/blocked/${path(account.id)}`);
    await blockedPage(page);
  })));
}
