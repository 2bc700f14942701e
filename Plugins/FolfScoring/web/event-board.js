// The board of a tournament, division by division, as it changes.
import { divisions, keyed, rowName, score } from "./event-words.js";
import { number } from "./shared.js";

export function board(app) {
  const node = app.element("div", { "aria-live": "off" });
  return { node, show: found => keyed(app, node, [found.rows, found.event.holes, found.event.state], () => found.rows.length
    ? divisions(found).map(division => section(app, found, division))
    : app.element("fh-empty", { icon: "people", heading: app.text("nobodyEntered"), detail: app.text("nobodyEnteredAbout") })) };
}

function section(app, found, division) {
  const rows = found.rows.filter(row => row.division === division);
  const isTied = rows.some(row => row.isTied);
  return app.element("section", { class: "card board" }, app.element("h2", {}, app.element("bdi", {}, division), " ",
    app.element("span", { class: "muted" }, app.text("playersOf", { n: number(app, rows.length) }))),
  isTied && app.element("p", { class: "badge" }, app.text("playoffNeeded")),
  app.element("ol", { class: "people" }, rows.map(row => line(app, found, row))));
}

function line(app, found, row) {
  const name = rowName(app, row);
  const rounds = row.rounds.map((value, at) => app.text("roundScore", { round: number(app, at + 1), n: number(app, value) }));
  const detail = [rounds.join(" · "), row.rounds.length > 1 && app.text("totalThrows", { n: number(app, row.total) }),
    row.penalties > 0 && app.text("penaltiesOf", { n: number(app, row.penalties) }), row.memberNumber && `#${row.memberNumber}`, row.pool].filter(Boolean).join(" · ");
  return app.element("li", { class: row.isMe ? "person me" : "person" }, app.element("strong", { class: "rank" }, row.isOut ? app.text("dnf") : row.place ? number(app, row.place) : "–"),
    app.crest(name), app.element("span", { class: "who" }, app.element("bdi", {}, name), row.isTied && app.element("span", { class: "pill" }, app.text("tied")),
      row.hasWonPlayoff && app.element("span", { class: "pill" }, app.text("wonPlayoff")), detail && app.element("span", { class: "muted" }, detail)),
    app.element("span", { class: "end figures-of" }, found.event.state === "running" && row.thru > 0 && app.element("span", { class: "muted" },
      row.thru >= found.event.holes ? app.text("thruAll") : app.text("thru", { n: number(app, row.thru) })), app.element("strong", { class: "figure" }, score(app, row))));
}
