// Joining a team: its name is completed, and the admins are asked.
import { field } from "/forms.js";
import { groups, look, number, teamPage } from "./shared.js";

export default async function page(app) {
  const found = app.element("div", {});
  let asked = 0;
  const search = async event => {
    const words = event.target.value.trim();
    const turn = ++asked;
    if (!words) return app.replace(found);
    const { items } = await app.get(`${groups}?kind=team&search=${encodeURIComponent(words)}`).catch(() => ({ items: [] }));
    if (turn !== asked) return;
    app.replace(found, items.length ? app.element("fh-list", { label: app.text("joinTeam") }, items.map(group => row(app, group)))
      : app.element("p", { class: "muted" }, app.text("noneFound")));
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("joinTeam")),
    app.element("div", { class: "card" }, field(app, "search", app.text("searchTeam"), { type: "search", autocomplete: "off", oninput: search })), found,
    app.element("p", {}, app.element("a", { class: "button plain", href: "/groups" }, app.text("byCode"))));
}

function row(app, group) {
  const standing = app.element("span", {});
  const show = () => app.replace(standing, group.me?.roles?.length
    ? app.element("a", { class: "button plain", href: teamPage(app, group.id) }, app.text("isMember"))
    : group.me?.hasAsked ? app.element("span", { class: "muted" }, app.text("asked"))
      : group.admission === "request" ? app.element("button", { type: "button", onclick: ask }, app.text("ask"))
        : app.element("span", { class: "muted" }, app.text("invitedOnly")));
  const ask = async () => {
    if (!await agrees(app)) return;
    try {
      await app.post(`${groups}/${group.id}/requests`, { sharesContact: true });
      group.me = { ...group.me, hasAsked: true };
      show();
    } catch (problem) {
      app.announce(app.said(problem));
    }
  };
  show();
  return app.element("div", {}, app.element("fh-crest", { name: group.name, src: group.picture ?? null, kind: "team" }),
    app.element("span", { class: "grow" }, app.element("bdi", {}, group.name), app.element("small", {}, app.text("membersCount", { n: number(app, group.members) }))), standing);
}

// Whoever joins reads who sees the own address, and agrees first.
async function agrees(app) {
  const dialog = app.element("fh-dialog", { heading: app.text("ask"), leave: app.text("no") }, app.element("p", {}, app.text("consent")),
    app.element("div", { class: "actions" }, app.element("button", { type: "button", value: "yes" }, app.text("agree"))));
  return await app.asked(dialog) === "yes";
}
