// What each hole of a tournament costs, the hardest one marked, and how often each player threw what.
import { keyed, rowName } from "./event-words.js";
import { number } from "./shared.js";
import { mean } from "./statistics.js";

const kinds = ["ace", "eagle", "birdie", "par", "bogey", "worse"];

export function statistics(app, path) {
  const node = app.element("div", {});
  return { node, show: found => app.get(`${path}/statistics`).then(read => keyed(app, node, [read, found.rows.map(row => row.name)], () => draw(app, found, read)))
    .catch(problem => app.announce(app.said(problem))) };
}

function draw(app, found, { holes, entrants }) {
  if (!holes.length) return app.element("fh-empty", { icon: "chart", heading: app.text("noThrows"), detail: app.text("noThrowsAbout") });
  const above = hole => hole.average - hole.par;
  const most = Math.max(...holes.map(above));
  const order = found.rows.map(row => ({ row, names: entrants.find(one => one.entrant === row.id)?.names })).filter(one => one.names);
  return [table(app, app.text("holesInNumbers"), ["holeShort", "par", "average", "bestThrows", ...kinds].map(key => app.text(key)), holes.map(hole =>
    [above(hole) === most ? `${number(app, hole.number)} ▲` : number(app, hole.number), number(app, hole.par), `${number(app, hole.average, 2)} (${mean(app, above(hole))})`, number(app, hole.best),
      ...kinds.map(name => number(app, hole.names[name]))])), app.element("p", { class: "muted" }, app.text("hardestHole")),
  table(app, app.text("players"), ["", ...kinds.map(name => app.text(name))], order.map(({ row, names }) => [rowName(app, row), ...kinds.map(name => number(app, names[name]))]))];
}

function table(app, label, heads, rows) {
  return app.element("section", { class: "card scroll" }, app.element("h2", {}, label), app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, heads.map(head => app.element("th", { scope: "col" }, head)))),
    app.element("tbody", {}, rows.map(([head, ...cells]) => app.element("tr", {}, app.element("th", { scope: "row" }, app.element("bdi", {}, head)), cells.map(cell => app.element("td", {}, cell)))))));
}
