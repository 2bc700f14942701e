// A member: biography, figures and records, the own ones or those of another player.
import { emergency } from "./emergency.js";
import { adminChoice, invited } from "./admins.js";
import { moment } from "/formats.js";
import { field, form } from "/forms.js";
import { follow, head, isWriting, may, number, path, person, readTeam, teamApi } from "./shared.js";
import { dayName } from "./times.js";

export default async function page(app) {
  const team = await readTeam(app);
  const read = () => Promise.all([app.get(`${teamApi(team.id)}/members/${path(app.parameters.account)}`), invited(app, team)]);
  const [below, choice] = [app.element("p", { class: "muted" }), app.element("p", { class: "row" })];
  // An emergency card that is open stays so: whoever opens it once more is in the log once more.
  const card = app.element("section", {});
  // What the member is on the team, and whether one can be asked to be an admin, change in place.
  const place = (member, open) => {
    app.replace(below, [member.number !== undefined && number(app, member.number), member.position, member.roles.includes("admin") && app.text("admin")].filter(Boolean).join(" · "));
    choice.hidden = !may(team, "notify-team") || member.person.id === app.me.id || member.roles.includes("admin");
    app.replace(choice, !choice.hidden && adminChoice(app, team, member.person, open, again));
  };
  const again = async () => place(...await read());
  const draw = async (isHeard = false) => {
    const [member, open] = await read();
    if (!isHeard || !isWriting(app)) {
      place(member, open);
      show(app, team, member, [below, choice, card], draw);
    }
    return member;
  };
  await emergency(app, team, await draw(), card);
  return follow(app, [team.id], ["statistics", "roster"], name => name === "roster" ? again() : draw(true));
}

function show(app, team, member, [below, choice, card], draw) {
  const isMe = member.person.id === app.me.id;
  const place = `${teamApi(team.id)}/members/${path(member.person.id)}`;
  app.replace(app.root, ...head(app, team, isMe ? app.text("personalStats") : app.text("playerStats")),
    app.element("div", { class: "team-head" }, person(app, member.person, 64), app.element("div", {},
      app.element("strong", {}, app.element("bdi", {}, member.person.name)), below)), choice,
    figures(app, member), records(app, member.records),
    app.element("h2", {}, app.text("biography")), app.element("p", { class: "biography" }, member.biography || app.text("noBiography")),
    (isMe || may(team, "edit-stats")) && form(app, [field(app, "text", app.text("biography"), { rows: 4, maxlength: 2000, value: member.biography })], app.text("save"), async data => {
      await app.put(`${place}/biography`, { text: data.get("text") });
      app.announce(app.text("saved"));
      await draw();
    }), history(app, member.biographyHistory ?? []),
    may(team, "edit-stats") && form(app, member.fields.map((name, index) =>
      field(app, `value-${index}`, name, { type: "number", step: "any", value: member.values[name] })), app.text("save"), async data => {
      const values = member.fields.map((name, index) => [name, data.get(`value-${index}`)]).filter(([, value]) => value !== "");
      await app.put(`${place}/statistics`, { values: Object.fromEntries(values.map(([name, value]) => [name, Number(value)])) });
      app.announce(app.text("saved"));
      await draw();
    }), card);
}

function figures(app, member) {
  return app.element("dl", { class: "card figures" }, member.fields.map(name => app.element("div", {}, app.element("dt", { class: "muted" }, name),
    app.element("dd", { class: "figure" }, member.values[name] === undefined ? "–" : number(app, member.values[name])))),
  Object.entries(member.results).map(([name, value]) => app.element("div", {}, app.element("dt", { class: "muted" }, name), app.element("dd", { class: "figure" }, number(app, value)))));
}

export function records(app, items, act) {
  return [app.element("h2", {}, app.text("records")), items.length ? app.element("fh-list", { label: app.text("records") }, items.map(item => app.element("div", {},
    app.element("span", { class: "grow" }, app.element("bdi", {}, item.title), app.element("small", {},
      [item.person?.name, item.day && dayName(app, item.day, { dateStyle: "medium" })].filter(Boolean).join(" · "))),
    app.element("strong", {}, app.element("bdi", {}, item.value)), act?.(item))))
    : app.element("p", { class: "muted" }, app.text("noRecords"))];
}

function history(app, versions) {
  return versions.length > 1 && app.element("details", { class: "card" }, app.element("summary", {}, app.text("biographyHistory")), versions.map(version =>
    app.element("p", {}, app.element("small", { class: "muted" }, app.text("by", { name: version.by ?? app.text("someone"), time: moment(app, version.at) })),
      app.element("br", {}), app.element("bdi", {}, version.text))));
}
