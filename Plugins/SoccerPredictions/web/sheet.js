// Who plays in a match, and what is counted in it.

const none = (app, key) => app.element("p", { class: "muted" }, app.text(key));

/** The two line-ups. */
export function lineupsPart(app, match, found) {
  const player = one => app.element("li", {}, one.number && app.element("strong", {}, `${new Intl.NumberFormat(app.language).format(one.number)} `), app.element("bdi", {}, one.name),
    one.position && app.element("small", { class: "muted" }, ` ${app.text(`position.${one.position}`)}`));
  const list = (key, players) => players.length > 0 && [app.element("h3", {}, app.text(key)), app.element("ul", { class: `plain ${key}` }, players.map(player))];
  const side = name => app.element("section", { class: `card ${name}` }, app.element("h2", {}, app.element("bdi", {}, match[name].name)), found[name]
    ? [found[name].formation && app.element("p", {}, app.text("formation", { formation: `\u2066${found[name].formation}\u2069` })), list("starters", found[name].starters), list("bench", found[name].bench),
      found[name].coach && app.element("p", { class: "muted" }, app.text("coach", { name: found[name].coach }))]
    : none(app, "lineupNone"));
  if (!found.home && !found.away) return app.element("section", { class: "card", id: "lineups" }, app.element("h2", {}, app.text("lineups")), none(app, "lineupsNone"));
  return app.element("div", { id: "lineups" }, side("home"), side("away"));
}

/** What is counted, with the figures of both teams. */
export function statisticsPart(app, match, { items }) {
  const figure = (item, value) => value === undefined || value === null ? "–"
    : new Intl.NumberFormat(app.language, item.isShare ? { style: "percent", maximumFractionDigits: 0 } : { maximumFractionDigits: 2 }).format(item.isShare ? value / 100 : value);
  const head = name => app.element("th", { scope: "col" }, app.element("bdi", {}, name));
  return app.element("section", { class: "card scroll", id: "statistics" }, app.element("h2", {}, app.text("statistics")), items.length
    ? app.element("table", {}, app.element("thead", {}, app.element("tr", {}, head(app.text("counted")), head(match.home.name), head(match.away.name))),
      app.element("tbody", {}, items.map(item => app.element("tr", {}, app.element("th", { scope: "row" }, app.text(`statistic.${item.kind}`)),
        app.element("td", {}, figure(item, item.home)), app.element("td", {}, figure(item, item.away))))))
    : none(app, "statisticsNone"));
}
