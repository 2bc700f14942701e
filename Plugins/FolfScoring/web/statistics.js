// How I have played, in all and on each course: scores, how it went month by month, with whom, and with which discs.
import { courses } from "./new.js";
import { opinion } from "./opinion.js";
import { base, look, number, toPar } from "./shared.js";
import { influence } from "./weather.js";

const heads = ["holeShort", "par", "average", "trend", "bestThrows", "rounds", "lastDisc"];
const names = ["ace", "eagle", "birdie", "par", "bogey", "worse"];

export default async function page(app) {
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const [mine, items] = await Promise.all([app.get(`${base}/me/statistics`), courses(app)]);
  const layouts = items.filter(course => course.playedAt).flatMap(course => course.layouts.map(layout => ({ course, layout })));
  const body = app.element("div", {});
  const tee = app.element("select", { id: "tee", onchange: () => show() });
  const from = app.element("div", {}, app.element("label", { for: "tee" }, app.text("teeChoice")), tee);
  const choice = app.element("select", { id: "layout", onchange: () => choose() }, layouts.map(({ course, layout }, index) =>
    app.element("option", { value: index }, [course.name, layout.name].filter(Boolean).join(" · "))));
  const show = async () => {
    const { course, layout } = layouts[Number(choice.value)];
    const path = `${base}/courses/${encodeURIComponent(course.id)}/statistics?layout=${encodeURIComponent(layout.name)}`;
    app.replace(body, onCourse(app, await app.get(tee.value ? `${path}&tee=${tee.value}` : path)));
  };
  // A layout with tees of several colours is looked at as a whole first.
  const choose = () => {
    const { layout } = layouts[Number(choice.value)];
    from.hidden = layout.tees.length < 2;
    app.replace(tee, ["", ...layout.tees].map(colour => app.element("option", { value: colour }, app.text(colour ? `tee.${colour}` : "allTees"))));
    return show();
  };
  const weather = app.element("div", {});
  influence(app).then(node => app.replace(weather, node)).catch(() => null);
  const asked = app.element("div", {});
  opinion(app, "statistics").then(node => app.replace(asked, node)).catch(() => null);
  app.replace(app.root, look(app), app.element("h1", {}, app.text("statistics")), mine.rounds === 0
    ? app.element("p", { class: "card" }, app.text("noHistory"))
    : [facts(app, [["rounds", number(app, mine.rounds)], ["best", shown(app, mine.best)], ["average", mean(app, mine.average)],
      mine.putts !== undefined && mine.putts !== null && ["putting", number(app, mine.putts, 1)], mine.penalties > 0 && ["penaltyThrows", number(app, mine.penalties)]].filter(Boolean)),
    rating(app, mine.rating), bars(app, mine.names), months(app, mine.months),
    ranking(app, "company", mine.company.map(one => [one.name, app.text("roundsOf", { n: number(app, one.rounds) })])),
    ranking(app, "discsUsed", mine.discs.map(one => [one.name, app.text("thrownTimes", { n: number(app, one.uses ?? one.holes), holes: number(app, one.holes) })]))],
  weather, layouts.length > 0 && app.element("section", {}, app.element("label", { for: "layout" }, app.text("course")), choice, from, body), asked);
  if (layouts.length) await choose();
}

const isThere = value => value !== undefined && value !== null;
export const shown = (app, value) => isThere(value) ? toPar(app, value) : "–";
export const mean = (app, value) => isThere(value) ? `${value > 0 ? "+" : value < 0 ? "−" : ""}${number(app, Math.abs(value), 1)}` : "–";

// My rating with the range in which it lies nineteen times out of twenty.
function rating(app, found) {
  if (!found) return null;
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("rating")), app.element("p", {}, app.element("strong", { class: "figure" }, number(app, found.value)), " ",
    app.element("span", { class: "muted" }, app.text("ratingRange", { from: number(app, found.least), to: number(app, found.most), n: number(app, found.rounds) }))),
  app.element("p", { class: "muted" }, app.text("ratingAbout")));
}

export function facts(app, pairs) {
  return app.element("dl", { class: "card figures" }, pairs.map(([key, value]) =>
    app.element("div", {}, app.element("dt", { class: "muted" }, app.text(key)), app.element("dd", { class: "figure" }, value))));
}

export function bars(app, counts) {
  const most = Math.max(1, ...names.map(name => counts[name]));
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("scores")), names.map(name =>
    app.element("div", { class: "bar-line" }, app.element("span", {}, app.text(name)),
      app.element("meter", { min: 0, max: most, value: counts[name], "aria-label": app.text(name) }),
      app.element("strong", {}, number(app, counts[name])))));
}

// A year of months, the newest first.
function months(app, all) {
  if (!all.length) return null;
  const title = month => new Intl.DateTimeFormat(app.language, { month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-15T00:00:00Z`));
  return app.element("section", { class: "card scroll" }, app.element("h2", {}, app.text("months")), app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, ["month", "rounds", "averageOf18"].map(key => app.element("th", { scope: "col" }, app.text(key))))),
    app.element("tbody", {}, all.slice(-12).reverse().map(one => app.element("tr", {}, [title(one.month), number(app, one.rounds), mean(app, one.average)].map(value => app.element("td", {}, value)))))));
}

function ranking(app, key, rows) {
  if (!rows.length) return null;
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text(key)), app.element("ul", { class: "people" }, rows.map(([name, value]) =>
    app.element("li", { class: "person" }, app.element("bdi", {}, name), app.element("span", { class: "end muted" }, value)))));
}

function onCourse(app, found) {
  return [facts(app, [["rounds", number(app, found.rounds)], ["best", shown(app, found.best)], ["average", mean(app, found.average)],
    ["record", isThere(found.record) ? number(app, found.record) : "–"], ["everybody", mean(app, found.everybody)]]),
  found.holes.length > 0 && app.element("section", { class: "card scroll" }, app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, heads.map(key => app.element("th", { scope: "col" }, app.text(key))))),
    app.element("tbody", {}, found.holes.map(hole => app.element("tr", {}, [
      number(app, hole.number), number(app, hole.par), number(app, hole.average, 1), mean(app, hole.trend),
      number(app, hole.best), number(app, hole.rounds), hole.lastDiscs?.length ? new Intl.ListFormat(app.language, { type: "unit" }).format(hole.lastDiscs) : "–"].map(value => app.element("td", {}, value)))))))];
}
