// A league or tour: the places by points over its events, and when these are.
import { entry } from "./events.js";
import { base, look, number } from "./shared.js";

export default async function page(app) {
  const id = app.parameters.league;
  const league = await app.get(`${base}/leagues/${encodeURIComponent(id)}`);
  const divisions = [...new Set(league.rows.map(row => row.division))];
  const here = `/${app.area}/leagues/${encodeURIComponent(id)}`;
  const share = await app.share(here, league.name, link => app.text("shareEvent", { event: league.name, link })).catch(() => null);
  app.replace(app.root, look(app), app.element("section", { class: "card person" }, app.crest(league.name), app.element("div", { class: "grow" }, app.element("h1", {}, app.element("bdi", {}, league.name)),
    app.element("p", { class: "muted" }, app.text("eventsCount", { n: number(app, league.events), of: number(app, league.calendar.length) })),
    app.element("p", { class: "muted" }, app.text("pointsByPlace", { points: league.points.slice(0, 10).map(value => number(app, value)).join(" · ") })))),
  league.isMine && app.element("div", { class: "row begin" }, app.element("a", { class: "button", href: `/${app.area}/events/new?league=${encodeURIComponent(id)}` }, app.text("newEvent"))),
  divisions.map(division => app.element("section", { class: "card board" }, app.element("h2", {}, app.element("bdi", {}, division)),
    app.element("ol", { class: "people" }, league.rows.filter(row => row.division === division).map(row => app.element("li", { class: "person" }, app.element("strong", { class: "rank" }, number(app, row.place)),
      app.crest(row.name || app.text("somebody")), app.element("span", { class: "who" }, app.element("bdi", {}, row.name || app.text("somebody")), app.element("span", { class: "muted" }, app.text("inEvents", { n: number(app, row.events) }))),
      app.element("strong", { class: "end figure" }, new Intl.NumberFormat(app.language, { maximumFractionDigits: 2 }).format(row.points))))))),
  !divisions.length && app.element("fh-empty", { icon: "trophy", heading: app.text("noPointsYet"), detail: app.text("noPointsYetAbout") }),
  league.calendar.length > 0 && [app.element("h2", {}, app.text("calendar")), app.element("div", { class: "entries" }, league.calendar.map(event => entry(app, event)))], share);
}
