// For those who look after a group: who asks, whom to invite, the code, who goes, who stays out.
import { get, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { address } from "/groups/list.js";

export async function managePage(page, area, id) {
  const root = `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`;
  const group = await get(root);
  const may = name => group.me.actions.includes(name);
  const again = () => managePage(page, area, id);
  const act = (key, run, kind) => action(page, page.text(key), async () => { await run(); await again(); }, kind);
  const person = (person, ...buttons) => element("li", { class: "card person" }, avatar(person), element("bdi", {}, person.name),
    element("span", { class: "row end" }, buttons));
  const part = async (title, path, line) => {
    const { items } = await get(`${root}/${path}?limit=100`);
    return items.length > 0 && [element("h2", {}, page.text(title)), element("ul", { class: "people" }, items.map(line))];
  };
  const member = other => `${root}/members/${encodeURIComponent(other.id)}`;
  const parts = [
    may("admit") && part("group.requests", "requests", ({ person: other, message }) => element("li", { class: "card" }, element("div", { class: "person" }, avatar(other),
      element("bdi", {}, other.name), element("span", { class: "row end" }, act("group.accept", () => put(member(other)), ""),
        act("group.refuse", () => remove(`${root}/requests/${encodeURIComponent(other.id)}`)))), message && element("p", { dir: "auto" }, message))),
    may("invite") && part("group.invitations", "invitations", ({ person: other }) =>
      person(other, act("group.withdraw", () => remove(`${root}/invitations/${encodeURIComponent(other.id)}`)))),
    may("remove") && part("group.membersTitle", "members", ({ person: other }) => other.id === page.me.id ? person(other) :
      person(other, act("group.remove", () => remove(member(other))), act("group.ban", () => put(`${root}/bans/${encodeURIComponent(other.id)}`), "danger"))),
    may("remove") && part("group.bans", "bans", ({ person: other }) =>
      person(other, act("group.unban", () => remove(`${root}/bans/${encodeURIComponent(other.id)}`)))),
  ];
  const lists = await Promise.all(parts);
  replace(page.root, element("h1", {}, element("bdi", {}, group.name)), may("invite") && await invite(page, root, again), lists.flat(), link(page.text("back"), address(area, id)));
}

async function invite(page, root, again) {
  const { code } = await get(`${root}/code`);
  const found = element("div", {});
  const show = async query => {
    const { items } = await get(`/v1/people?query=${encodeURIComponent(query)}`);
    const line = person => element("li", { class: "card person" }, avatar(person), element("bdi", {}, person.name), element("span", { class: "row end" },
      action(page, page.text("group.invite"), async () => { await put(`${root}/invitations/${encodeURIComponent(person.id)}`); await again(); }, "")));
    replace(found, items.length ? element("ul", { class: "people" }, items.map(line)) : element("p", { class: "muted" }, page.text("nobody")));
  };
  return [
    form(page, { fields: [{ name: "query", label: page.text("group.inviteSomebody"), type: "search", maxlength: 100 }], button: page.text("search"), submit: ({ query }) => query.trim() && show(query) }),
    found,
    element("section", { class: "card" }, element("h2", {}, page.text("group.code")), element("p", { class: "muted" }, page.text("group.codeIntro")),
      code && element("p", {}, element("code", { class: "secret", dir: "ltr" }, `${code.slice(0, 4)}-${code.slice(4)}`)), element("p", { class: "row" },
        action(page, page.text(code ? "group.newCode" : "group.makeCode"), async () => { await put(`${root}/code`); await again(); }),
        code && action(page, page.text("group.noCode"), async () => { await remove(`${root}/code`); await again(); }))),
  ];
}
