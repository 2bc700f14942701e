// How a group compares over the season: as it stands while matches are played, round by round, month by month, and my own course.
import { courseChart } from "./chart.js";
import { base, number, path } from "./parts.js";

export const groupViews = ["now", "live", "rounds", "months", "course", "rules", "questions"];

/** A choice of the rounds or months that have begun, the last of them unless one is wanted; `name` is the one chosen. */
export async function periodChoice(app, league, kind, wanted, place) {
  const found = (await app.get(`${base}/leagues/${path(league)}/periods`))[kind];
  const name = found.some(one => one.name === wanted) ? wanted : found.at(-1)?.name;
  const month = new Intl.DateTimeFormat(app.language, { month: "long", year: "numeric", timeZone: "UTC" });
  const said = one => kind === "months" ? month.format(new Date(`${one.name}-15T00:00:00Z`)) : one.name;
  const pick = app.element("select", { id: "period", "aria-label": app.text(`view.${kind}`), onchange: () => app.go(`${place}/${kind}/${path(pick.value)}`) },
    found.map(one => app.element("option", { value: one.name, selected: one.name === name }, said(one))));
  return { name, node: found.length ? app.element("p", { class: "row" }, pick) : null };
}

/** My points and rank after each round, and who has won it. */
export async function drawCourse(app, body, group, league) {
  const { items } = await app.get(`${base}/groups/${path(group)}/course?league=${path(league)}`);
  if (!items.length) return app.replace(body, app.element("fh-empty", { icon: "chart", heading: app.text("empty"), detail: app.text("courseNone") }));
  const heads = ["round", "pts", "total", "rank", "roundWinners"];
  const names = people => new Intl.ListFormat(app.language).format(people.map(({ name }) => name));
  app.replace(body, app.element("section", { class: "card" }, courseChart(items, app.text("courseChart", { n: number(app, items.length) }), value => number(app, value))),
    app.element("section", { class: "card scroll", id: "course" }, app.element("table", {}, app.element("thead", {}, app.element("tr", {}, heads.map(head => app.element("th", { scope: "col" }, app.text(head))))),
      app.element("tbody", {}, items.map(item => app.element("tr", {}, [item.round, number(app, item.points), number(app, item.total), item.rank ? number(app, item.rank) : "–",
        item.winners.length ? `${names(item.winners)} · ${number(app, item.best)}` : "–"].map(value => app.element("td", {}, value))))))));
}
