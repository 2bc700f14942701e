// For those who run a club: how it walks, its match days, walks, badges, groups and messages.
import { instantOf } from "/formats.js";
import { field, form } from "/forms.js";
import { base, dayName, first, head, number } from "./common.js";
import { rule } from "./badges.js";

const icons = ["medal", "walk", "star", "trophy", "heart", "people", "flag", "ball", "map", "target"];
const metrics = ["steps", "points", "days", "together", "matches", "streak"];

export default async function page(app) {
  const me = app.me ? await app.get(`${base}/me`) : null;
  const missing = first(app, me);
  if (missing) return app.replace(app.root, ...head(app, app.text("runClub")), missing);
  const path = `${base}/clubs/${encodeURIComponent(me.club.id)}`;
  const [board, settings, matches, badges] = await Promise.all(["dashboard", "settings", "match-days", "badges"].map(part => app.get(`${path}/${part}`)));
  const group = `/groups/${app.area}/${me.club.id}`;
  const again = () => page(app);
  const link = (href, sign, label) => app.element("a", { href }, app.icon(sign), app.element("span", { class: "grow" }, label));
  app.replace(app.root, ...head(app, app.text("runClub")), dashboard(app, board), app.element("fh-list", { label: app.text("runClub"), class: "launcher" },
    link(`${group}/people`, "send", app.text("sendMessage")), link(group, "people", app.text("groupsAndPeople")), link(`${group}/reports`, "shield", app.text("reports"))),
  ...matchDays(app, matches.items, path, again), walkForm(app, path), ...badgeForm(app, badges.items, path, again), fixtureForm(app, settings, path));
}

function dashboard(app, board) {
  const value = one => one === null || one === undefined ? "–" : number(app, one);
  const weeks = board.weeks.slice(0, Math.max(2, board.weeks.findLastIndex(week => week.walkers) + 1));
  const columns = ["walkers", "days", "stepsADay", "together"];
  return app.element("section", { class: "card scroll" }, app.element("h2", {}, app.text("dashboard")), app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, app.element("th", { scope: "col" }, app.text("week")), columns.map(name => app.element("th", { scope: "col" }, app.text(`week.${name}`))))),
    app.element("tbody", {}, weeks.map(week => app.element("tr", {}, app.element("th", { scope: "row" }, dayName(app, week.firstDay, { day: "numeric", month: "short" })), columns.map(name => app.element("td", {}, value(week[name]))))))),
  app.element("p", { class: "muted" }, app.text("leastPeople", { n: number(app, board.leastPeople) })));
}

function matchDays(app, items, path, again) {
  return [app.element("h2", {}, app.text("matchDays")), items.length > 0 && app.element("fh-list", { label: app.text("matchDays") }, items.map(match => app.element("div", {}, app.icon("ball"),
    app.element("span", { class: "grow" }, dayName(app, match.day), app.element("small", {}, app.element("bdi", {}, match.opponent))),
    match.source === "entry" ? app.action(app.text("remove"), async () => {
      await app.remove(`${path}/match-days/${match.day}`);
      await again();
      app.announce(app.text("removed"));
    }) : app.element("span", { class: "pill" }, app.text("fromFixtures"))))),
  form(app, [field(app, "day", app.text("day"), { type: "date", required: true }), field(app, "opponent", app.text("opponent"), { maxlength: 80 })], app.text("enterMatchDay"), async data => {
    await app.put(`${path}/match-days/${data.get("day")}`, { opponent: data.get("opponent") });
    await again();
    app.announce(app.text("matchDayKept"));
  })];
}

function walkForm(app, path) {
  return app.element("section", {}, app.element("h2", {}, app.text("organiseWalk")), form(app, [field(app, "title", app.text("name"), { maxlength: 60, required: true }), field(app, "place", app.text("meetingPlace"), { maxlength: 120 }),
    field(app, "from", app.text("begins"), { type: "datetime-local", required: true }), field(app, "to", app.text("ends"), { type: "datetime-local", required: true })], app.text("organiseWalk"), async (data, node) => {
    await app.post(`${path}/walks`, { title: data.get("title"), place: data.get("place"), startsAt: instantOf(data.get("from")), endsAt: instantOf(data.get("to")) });
    node.reset();
    app.announce(app.text("walkOrganised"));
  }));
}

function badgeForm(app, items, path, again) {
  return [app.element("h2", {}, app.text("badges")), items.length > 0 && app.element("fh-list", { label: app.text("badges") }, items.map(badge => app.element("div", {}, app.icon(badge.icon),
    app.element("span", { class: "grow" }, app.element("bdi", {}, badge.title), app.element("small", {}, rule(app, badge))), app.action(app.text("retire"), async () => {
      await app.remove(`${path}/badges/${badge.id}`);
      await again();
      app.announce(app.text("badgeRetired"));
    })))),
  form(app, [field(app, "badge", app.text("name"), { maxlength: 60, required: true }), field(app, "icon", app.text("sign"), { options: icons.map(name => [name, app.text(`sign.${name}`)]) }),
    field(app, "metric", app.text("what"), { options: metrics.map(name => [name, app.text(`metric.${name}`)]) }), field(app, "span", app.text("within"), { options: ["day", "season"].map(name => [name, app.text(`span.${name}`)]) }),
    field(app, "amount", app.text("howMany"), { type: "number", min: 1, max: 100000000, required: true })], app.text("makeBadge"), async data => {
    await app.post(`${path}/badges`, { title: data.get("badge"), icon: data.get("icon"), metric: data.get("metric"), span: data.get("span"), amount: Number(data.get("amount")) });
    await again();
    app.announce(app.text("badgeMade"));
  })];
}

function fixtureForm(app, settings, path) {
  return app.element("section", {}, app.element("h2", {}, app.text("fixtures")), app.element("p", { class: "muted" }, app.text("fixturesDetail")),
    form(app, [field(app, "timeZone", app.text("timeZone"), { value: settings.timeZone, required: true, maxlength: 64 }), field(app, "fixtureTeam", app.text("fixtureTeam"), { value: settings.fixtureTeam ?? "", maxlength: 200 })], app.text("save"), async data => {
      await app.put(`${path}/settings`, { timeZone: data.get("timeZone"), fixtureTeam: data.get("fixtureTeam").trim() || null });
      app.announce(app.text("saved"));
    }));
}
