// Who is on the team, which position each plays, and how to reach them.
import { asks, check, field, form } from "/forms.js";
import { follow, groups, head, may, number, path, person, readTeam, teamApi, teamPage } from "./shared.js";
import { findAdmin, invited, outsiders } from "./admins.js";
import { guardians } from "./guardians.js";
import { inviteForm } from "./invite.js";

export default async function page(app) {
  const team = await readTeam(app);
  const list = app.element("div", {});
  const asked = app.element("div", {});
  let known = { roster: [], open: [] };
  const draw = async () => {
    const [{ items }, open] = await Promise.all([app.get(`${teamApi(team.id)}/roster`), invited(app, team)]);
    known = { roster: items, open };
    const waiting = new Set(open.map(one => one.person.id));
    app.replace(list, app.element("fh-list", { label: app.text("roster") }, items.map(item => row(app, team, item, items, waiting, draw))));
    app.replace(asked, outsiders(app, team, open, items, draw));
  };
  app.replace(app.root, ...head(app, team, app.text("roster")), list, app.element("p", { class: "row" },
    app.element("a", { class: "button plain", href: `/groups/${app.area}/${team.id}/contacts` }, app.text("contacts")),
    may(team, "manage-join-requests") && app.element("a", { class: "button", href: `/groups/${app.area}/${team.id}/people` }, app.text("inviteNext"))), may(team, "manage-join-requests") && inviteForm(app, team),
  asked, may(team, "notify-team") && findAdmin(app, team, () => known, draw));
  await draw();
  return follow(app, [team.id], ["roster"], async () => {
    if (!list.querySelector("form")) await draw();
  });
}

function row(app, team, item, roster, waiting, draw) {
  const line = app.element("div", { class: "member" });
  const show = () => app.replace(line, app.element("span", { class: "jersey" }, item.number === undefined ? "–" : number(app, item.number)), person(app, item.person),
    app.element("a", { class: "grow name", href: teamPage(app, team.id, `/members/${path(item.person.id)}`) }, app.element("bdi", {}, item.person.name),
      app.element("small", {}, [item.nickname, item.position, item.memberType, item.isSpare && app.text("spare"), item.roles.includes("admin") && app.text("admin"), waiting.has(item.person.id) && app.text("adminInvited"),
        item.guardians.length > 0 && app.text("guardiansOf", { name: new Intl.ListFormat(app.language).format(item.guardians.map(({ name }) => name)) })].filter(Boolean).join(" · "))),
    may(team, "edit-roster") && app.element("button", { type: "button", class: "plain", onclick: edit }, app.text("edit")));
  const edit = () => app.replace(line, editor(app, team, item, show), guardians(app, team, item, roster, draw));
  show();
  return line;
}

function editor(app, team, item, show) {
  const place = `${teamApi(team.id)}/roster/${path(item.person.id)}`;
  const remove = async () => {
    if (!await asks(app, app.text("removeQuestion", { name: item.person.name }), { kind: "danger" })) return;
    await app.remove(`${groups}/${team.id}/members/${path(item.person.id)}`);
    await app.go(location.pathname);
  };
  return app.element("div", { class: "grow" }, form(app, [app.element("p", {}, app.element("bdi", {}, item.person.name)),
    field(app, "position", app.text("position.label"), { value: item.position, maxlength: 40, autocomplete: "off" }),
    field(app, "number", app.text("jersey"), { value: item.number, type: "number", min: 0, max: 999, inputmode: "numeric" }),
    field(app, "nickname", app.text("nickname"), { value: item.nickname, maxlength: 40, autocomplete: "off" }),
    field(app, "schoolYear", app.text("schoolYear"), { value: item.schoolYear, type: "number", min: 1, max: 20, inputmode: "numeric" }),
    field(app, "memberType", app.text("memberType"), { value: item.memberType, maxlength: 40, autocomplete: "off" }),
    check(app, `spare-${item.person.id}`, app.text("spareIntro"), item.isSpare)], app.text("save"), async data => {
    const body = { position: data.get("position"), nickname: data.get("nickname"), memberType: data.get("memberType"), isSpare: data.has(`spare-${item.person.id}`) };
    for (const key of ["number", "schoolYear"]) if (data.get(key) !== "") body[key] = Number(data.get(key));
    await app.put(place, body);
    Object.assign(item, { number: undefined, schoolYear: undefined }, body);
    app.announce(app.text("saved"));
    show();
  }), item.person.id !== app.me.id && (may(team, "notify-team") || !item.roles.includes("admin")) && app.action(app.text("removeMember"), remove, "danger"));
}
