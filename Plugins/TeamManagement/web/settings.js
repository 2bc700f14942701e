// For those who look after a team: who asks to join, what the team is called, who may do what, and a notification to all.
import { field, form } from "/forms.js";
import { follow, groups, head, may, path, person, protection, readTeam, teamApi, teamPage } from "./shared.js";
import { sportField } from "./new.js";
import { adminChoice, invited } from "./admins.js";
import { substitutes } from "./substitutes.js";

const roles = ["team-info-editor", "door-keeper", "roster-editor", "calendar-editor", "attendance-editor", "stats-editor"];

export default async function page(app) {
  const team = await readTeam(app);
  const group = `/groups/${app.area}/${team.id}`;
  const requests = app.element("section", {});
  const draw = async () => may(team, "manage-join-requests") && app.replace(requests, await asking(app, team, draw));
  const isAdmin = may(team, "notify-team");
  const who = isAdmin ? await rights(app, team) : null;
  const standIns = app.element("section", {});
  if (isAdmin) await substitutes(app, team, standIns);
  app.replace(app.root, ...head(app, team, app.text("settings")), await protection(app, team), requests, isAdmin && messageForm(app, team),
    may(team, "edit-team-info") && infoForm(app, team, await organisations(app, team)), who?.node, standIns,
    app.element("fh-list", {}, may(team, "manage-join-requests") && app.element("a", { href: `${group}/people` }, app.icon("people"), app.text("people")),
      app.element("a", { href: teamPage(app, team.id, "/log") }, app.icon("clock"), app.text("log")), app.element("a", { href: group }, app.icon("shield"), app.text("report"))));
  await draw();
  return follow(app, [team.id], ["roster"], async () => {
    await draw();
    await who?.draw();
  });
}

async function asking(app, team, draw) {
  const { items } = await app.get(`${groups}/${team.id}/requests`);
  const answer = (run, item) => app.action(app.text(run === "put" ? "accept" : "deny"), async () => {
    await app[run](`${groups}/${team.id}/${run === "put" ? "members" : "requests"}/${path(item.person.id)}`);
    await draw();
  }, run === "put" ? "" : "plain");
  return [app.element("h2", {}, app.text("joinRequests")), items.length
    ? app.element("fh-list", { label: app.text("joinRequests") }, items.map(item => app.element("div", { class: "request" }, person(app, item.person),
      app.element("span", { class: "grow" }, app.element("bdi", {}, item.person.name), item.message && app.element("small", {}, item.message)), answer("put", item), answer("remove", item))))
    : app.element("p", { class: "muted" }, app.text("noRequests"))];
}

function messageForm(app, team) {
  return [app.element("h2", {}, app.text("sendMessage")), form(app, [field(app, "text", app.text("messageText"), { rows: 2, maxlength: 280, required: true })], app.text("send"), async (data, node) => {
    await app.post(`${teamApi(team.id)}/messages`, { text: data.get("text") });
    node.reset();
    app.announce(app.text("sent"));
  })];
}

async function organisations(app, team) {
  const { items } = await app.get("/v1/me/groups?limit=100");
  const own = items.filter(({ area, group }) => area === app.area && group.kind === "organisation").map(({ group }) => [group.id, group.name]);
  const current = team.organisation && !own.some(([id]) => id === team.organisation.id) ? [[team.organisation.id, team.organisation.name]] : [];
  return [["", app.text("noOrganisation")], ...current, ...own];
}

function infoForm(app, team, options) {
  return [app.element("h2", {}, app.text("teamInfo")), form(app, [field(app, "name", app.text("teamName"), { value: team.name, required: true, maxlength: 60 }), sportField(app, team.sport),
    field(app, "organisation", app.text("organisationOptional"), { options, value: team.organisation?.id ?? "" }),
    field(app, "about", app.text("about"), { rows: 3, maxlength: 500, value: team.about })], app.text("save"), async data => {
    const body = { name: data.get("name"), sport: data.get("sport"), about: data.get("about") };
    if (data.get("organisation")) body.organisation = data.get("organisation");
    await app.put(teamApi(team.id), body);
    app.announce(app.text("saved"));
  })];
}

// Who is an admin or invited to be one, which changes in place, and who may do a single thing.
async function rights(app, team) {
  const list = app.element("div", {});
  const lines = new Map();
  const enter = item => {
    const line = app.element("div", {});
    const node = app.element("details", { class: "card" }, app.element("summary", {}, app.element("bdi", {}, item.person.name)), line, roles.map(role => right(app, team, item, role)));
    list.append(node);
    return { line, node, state: "" };
  };
  const draw = async () => {
    const [{ items }, open] = await Promise.all([app.get(`${teamApi(team.id)}/roster`), invited(app, team)]);
    for (const item of items) {
      const { id } = item.person;
      const one = lines.get(id) ?? enter(item);
      lines.set(id, one);
      // Whoever is in a line that has not changed stays there.
      const isAdmin = item.roles.includes("admin");
      const state = `${isAdmin} ${open.find(({ person: asked }) => asked.id === id)?.expiresAt}`;
      if (one.state === state) continue;
      one.state = state;
      app.replace(one.line, isAdmin ? right(app, team, item, "admin", draw) : app.element("p", { class: "row" }, adminChoice(app, team, item.person, open, draw)));
    }
    for (const [id, { node }] of lines) {
      if (items.some(item => item.person.id === id)) continue;
      node.remove();
      lines.delete(id);
    }
  };
  await draw();
  return { draw, node: [app.element("h2", {}, app.text("permissions")), list] };
}

function right(app, team, item, role, changed = null) {
  const id = `right-${item.person.id}-${role}`;
  const box = app.element("input", { type: "checkbox", id, checked: item.roles.includes(role), onchange: async () => {
    const place = `${groups}/${team.id}/members/${path(item.person.id)}/roles/${role}`;
    try {
      await app[box.checked ? "put" : "remove"](place);
    } catch (problem) {
      box.checked = !box.checked;
      app.announce(problem.message);
      return;
    }
    await changed?.().catch(problem => app.announce(problem.message));
  } });
  return app.element("p", { class: "check" }, box, app.element("label", { for: id }, app.text(`role.${role}`)));
}
