// When each card begins, on which hole, and who plays on it. The director opens all of them, and moves one.
import { hour as clock, moment } from "/formats.js";
import { field, fromWall, keyed, names, wall } from "./event-words.js";
import { number } from "./shared.js";

export function cards(app, path, draw) {
  const node = app.element("div", {});
  return { node, show: found => keyed(app, node, [found.cards, found.rows.map(row => [row.id, row.name]), found.isDirector], () => {
    const rounds = [...new Set(found.cards.map(card => card.number))].sort((one, other) => other - one);
    if (!rounds.length) return app.element("fh-empty", { icon: "clock", heading: app.text("noCards"), detail: app.text("noCardsAbout", { time: moment(app, found.event.startsAt) }) });
    return rounds.map(round => [app.element("h2", {}, app.text("roundNumber", { n: number(app, round) })),
      found.cards.filter(card => card.number === round).map((card, at) => one(app, path, found, card, at, draw))]);
  }) };
}

function one(app, path, found, card, at, draw) {
  const isMine = card.entrants.includes(found.me);
  return app.element("section", { class: isMine ? "card mine-card" : "card" }, app.element("div", { class: "person" },
    app.element("strong", { class: "figure" }, clock(app, card.teeTime)),
    app.element("span", { class: "muted" }, app.text("cardOnHole", { card: number(app, at + 1), hole: number(app, card.hole) })),
    app.element("span", { class: "end" }, card.isOver && app.element("span", { class: "badge" }, `✓ ${app.text("submitted")}`))),
  app.element("ul", { class: "people" }, names(app, found, card.entrants).map(name => app.element("li", { class: "person" }, app.crest(name), app.element("bdi", {}, name)))),
  card.round && app.element("div", { class: "row" }, app.element("a", { class: isMine ? "button" : "button plain", href: `/${app.area}/rounds/${card.round}` }, app.text("openCard")),
    found.isDirector && !card.isOver && mover(app, path, card, draw)));
}

function mover(app, path, card, draw) {
  const place = app.element("span", { class: "asking" });
  const calm = () => app.replace(place, app.element("button", { type: "button", class: "plain", onclick: open }, app.text("moveTeeTime")));
  const open = () => {
    const time = field(app, `tee-${card.round}`, app.text("teeTime"), { type: "datetime-local", value: wall(card.teeTime) });
    app.replace(place, time.line, app.action(app.text("save"), async () => {
      await app.put(`${path}/cards/${card.round}`, { teeTime: fromWall(time.node.value) });
      await draw();
    }, ""), app.element("button", { type: "button", class: "plain", onclick: calm }, app.text("no")));
    time.node.focus();
  };
  calm();
  return place;
}
