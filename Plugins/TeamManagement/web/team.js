// The home of a team: where everything of it is found.
import { base, follow, look, number, protection, readTeam, teamApi, teamPage } from "./shared.js";
import { eventRow } from "./rows.js";
import { invitation, invitingMe } from "./admins.js";

const week = 7 * 864e5;

export default async function page(app) {
  if (!await draw(app)) return null;
  return follow(app, [app.parameters.team], ["calendar", "answers", "roster"], () => draw(app));
}

// Whether I am on the team: whoever is invited to be an admin need not be, and sees what it asks.
async function draw(app) {
  const begin = Date.parse(app.instant());
  const span = `from=${new Date(begin).toISOString()}&to=${new Date(begin + 4 * week).toISOString()}`;
  // All is asked at once; whoever is not on the team is refused it, which matters only to who is not invited either.
  const reading = Promise.all([readTeam(app), app.get(`${teamApi(app.parameters.team)}/events?${span}`)]);
  reading.catch(() => {});
  const asked = (await invitingMe(app)).find(item => item.team === app.parameters.team);
  const question = asked && invitation(app, asked, () => app.go(location.pathname));
  if (asked && !asked.isMember) {
    app.replace(app.root, look(app), app.element("h1", {}, app.element("bdi", {}, asked.name)), question);
    return false;
  }
  const [team, { items: events }] = await reading;
  const protect = await protection(app, team);
  const link = (to, sign, label) => app.element("a", { href: to }, app.icon(sign), app.element("span", { class: "grow" }, label));
  const to = rest => teamPage(app, team.id, rest);
  const group = `/groups/${app.area}/${team.id}`;
  app.replace(app.root, look(app), app.element("div", { class: "team-head" },
    app.element("fh-crest", { name: team.name, src: team.picture ?? null, kind: "team", size: 64 }),
    app.element("div", {}, app.element("h1", {}, app.element("bdi", {}, team.name)), app.element("p", { class: "muted" }, [team.sport, team.organisation?.name,
      app.text("membersCount", { n: number(app, team.members) })].filter(Boolean).join(" · ")))),
  question, protect,
  team.about && app.element("p", {}, app.element("bdi", {}, team.about)),
  app.element("h2", {}, app.text("comingUp")), events.length
    ? app.element("fh-list", { label: app.text("comingUp") }, events.slice(0, 3).map(event => eventRow(app, event)))
    : app.element("p", { class: "muted" }, app.text("nothingUp")),
  app.element("fh-list", { label: team.name, class: "launcher" },
    link(to("/calendar"), "calendar", app.text("calendar")), link(to("/roster"), "people", app.text("roster")),
    link(to("/attendance"), "check", app.text("attendance")), link(to(`/members/${app.me.id}`), "person", app.text("personalStats")),
    link(to("/statistics"), "chart", app.text("statistics")), link(`${group}/chat`, "chat", app.text("chat")),
    link(to("/log"), "clock", app.text("log")), link(to("/settings"), "settings", app.text("settings"))));
  return true;
}
