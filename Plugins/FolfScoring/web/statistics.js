// How I have played, in all and on each course.
import { base, look, number, toPar } from "./shared.js";

const heads = ["holeShort", "par", "average", "bestThrows", "rounds"];
const names = ["ace", "eagle", "birdie", "par", "bogey", "worse"];

export default async function page(app) {
  const [mine, { items }] = await Promise.all([app.get(`${base}/me/statistics`), app.get(`${base}/courses`)]);
  const layouts = items.filter(course => course.playedAt).flatMap(course => course.layouts.map(layout => ({ course, layout })));
  const body = app.element("div", {});
  const choice = app.element("select", { id: "layout", onchange: () => show() }, layouts.map(({ course, layout }, index) =>
    app.element("option", { value: index }, [course.name, layout.name].filter(Boolean).join(" · "))));
  const show = async () => {
    const { course, layout } = layouts[Number(choice.value)];
    const path = `${base}/courses/${encodeURIComponent(course.id)}/statistics?layout=${encodeURIComponent(layout.name)}`;
    app.replace(body, onCourse(app, await app.get(path)));
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("statistics")), mine.rounds === 0
    ? app.element("p", { class: "card" }, app.text("noHistory"))
    : [facts(app, [["rounds", number(app, mine.rounds)], ["best", shown(app, mine.best)], ["average", mean(app, mine.average)]]),
      bars(app, mine.names)],
  layouts.length > 0 && app.element("section", {}, app.element("label", { for: "layout" }, app.text("course")), choice, body));
  if (layouts.length) await show();
}

const isThere = value => value !== undefined && value !== null;
const shown = (app, value) => isThere(value) ? toPar(app, value) : "–";
const mean = (app, value) => isThere(value) ? `${value > 0 ? "+" : value < 0 ? "−" : ""}${number(app, Math.abs(value), 1)}` : "–";

function facts(app, pairs) {
  return app.element("dl", { class: "card figures" }, pairs.map(([key, value]) =>
    app.element("div", {}, app.element("dt", { class: "muted" }, app.text(key)), app.element("dd", { class: "figure" }, value))));
}

function bars(app, counts) {
  const most = Math.max(1, ...names.map(name => counts[name]));
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("scores")), names.map(name =>
    app.element("div", { class: "bar-line" }, app.element("span", {}, app.text(name)),
      app.element("meter", { min: 0, max: most, value: counts[name], "aria-label": app.text(name) }),
      app.element("strong", {}, number(app, counts[name])))));
}

function onCourse(app, found) {
  return [facts(app, [["rounds", number(app, found.rounds)], ["best", shown(app, found.best)], ["average", mean(app, found.average)],
    ["record", isThere(found.record) ? number(app, found.record) : "–"], ["everybody", mean(app, found.everybody)]]),
  found.holes.length > 0 && app.element("section", { class: "card scroll" }, app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, heads.map(key => app.element("th", { scope: "col" }, app.text(key))))),
    app.element("tbody", {}, found.holes.map(hole => app.element("tr", {}, [
      number(app, hole.number), number(app, hole.par), number(app, hole.average, 1),
      number(app, hole.best), number(app, hole.rounds)].map(value => app.element("td", {}, value)))))))];
}
