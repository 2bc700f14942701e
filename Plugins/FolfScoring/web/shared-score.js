// A score that somebody shows elsewhere: where, how many throws, and hole by hole; of nobody in particular.
import { base, courseName, date, look, number, toPar } from "./shared.js";

export default async function page(app) {
  const found = await app.get(`${base}/shared/${encodeURIComponent(app.parameters.share)}`).catch(problem => {
    if (problem.status !== 404) throw problem;
    return null;
  });
  const play = app.element("a", { class: "button", href: `/${app.area}` }, app.text("playToo"));
  if (!found) return app.replace(app.root, look(app), app.element("fh-empty", { icon: "disc", heading: app.text("sharedGone") }, play));
  const played = found.holes.filter(hole => hole.throwCount).length;
  app.replace(app.root, look(app), app.element("section", { class: "card invite" }, app.element("h1", {}, app.element("bdi", {}, courseName(app, found))),
    app.element("p", { class: "shared-score" }, found.isOut ? app.text("dnf") : toPar(app, found.toPar)),
    app.element("p", {}, app.text("throwsOnHoles", { throws: number(app, found.throwCount), holes: number(app, played) })),
    found.startedAt && app.element("p", { class: "muted" }, date(app, found.startedAt))), scorecard(app, found.holes), app.element("div", { class: "row begin" }, play));
}

// Nine holes in a line, as on a card of paper.
export function scorecard(app, holes) {
  const nines = Array.from({ length: Math.ceil(holes.length / 9) }, (_, at) => holes.slice(at * 9, at * 9 + 9));
  const line = (key, cells) => app.element("tr", {}, app.element("th", { scope: "row" }, app.text(key)), cells);
  const kind = ({ throwCount, par }) => !throwCount ? "none" : throwCount < par ? "under" : throwCount > par ? "over" : "even";
  return app.element("section", { class: "card scroll scorecard" }, nines.map(nine => app.element("table", {}, app.element("tbody", {},
    line("holeShort", nine.map(hole => app.element("td", { class: "muted" }, number(app, hole.number)))), line("par", nine.map(hole => app.element("td", { class: "muted" }, number(app, hole.par)))),
    line("scores", nine.map(hole => app.element("td", { class: `cell ${kind(hole)}` }, app.element("span", { class: "throws" }, hole.throwCount ? number(app, hole.throwCount) : "–"))))))));
}
