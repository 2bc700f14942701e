// The start: my teams, what comes up in all of them, and the ways to another team.
import { invitation, invitingMe } from "./admins.js";
import { base, look, number, teamPage } from "./shared.js";
import { eventRow } from "./rows.js";

const twoWeeks = 14 * 864e5;

export default async function page(app) {
  if (!app.me || app.me.kind === "guest") return welcome(app);
  const begin = Date.parse(app.instant());
  const span = `from=${new Date(begin).toISOString()}&to=${new Date(begin + twoWeeks).toISOString()}`;
  const [{ items: teams }, { items: events }, asked] = await Promise.all([app.get(`${base}/me/teams`), app.get(`${base}/me/events?${span}`), invitingMe(app)]);
  const questions = asked.map(item => invitation(app, item, () => app.go(location.pathname)));
  const ways = app.element("p", { class: "row" }, app.element("a", { class: "button", href: `/${app.area}/new` }, app.text("newTeam")),
    app.element("a", { class: "button plain", href: `/${app.area}/join` }, app.text("joinTeam")));
  if (!teams.length) {
    return app.replace(app.root, look(app), app.element("h1", {}, app.text("title")), questions,
      app.element("fh-empty", { icon: "whistle", heading: app.text("noTeams"), detail: app.text("noTeamsDetail") }, ways));
  }
  app.replace(app.root, look(app), app.element("h1", {}, app.text("title")), questions,
    app.element("fh-list", { label: app.text("title") }, teams.map(team => teamRow(app, team))), ways,
    app.element("h2", {}, app.text("comingUp")), events.length
      ? app.element("fh-list", { label: app.text("comingUp") }, events.slice(0, 10).map(event => eventRow(app, event, true)))
      : app.element("p", { class: "muted" }, app.text("nothingUp")),
    app.element("p", {}, app.element("a", { class: "button plain", href: `/${app.area}/calendar` }, app.text("calendar"))));
}

function welcome(app) {
  const back = encodeURIComponent(location.pathname);
  app.replace(app.root, look(app), app.element("h1", {}, app.text("title")), app.element("p", { class: "card" }, app.text("welcome")),
    app.element("a", { class: "button", href: `/sign-in?back=${back}` }, app.text("signIn")));
}

function teamRow(app, team) {
  return app.element("a", { href: teamPage(app, team.id) }, app.element("fh-crest", { name: team.name, src: team.picture ?? null, kind: "team" }),
    app.element("span", { class: "grow" }, app.element("bdi", {}, team.name), app.element("small", {}, [team.sport, team.organisation?.name,
      app.text("membersCount", { n: number(app, team.members) })].filter(Boolean).join(" · "))));
}
