// The cards of the next round: by the rules of the competition manual, or as the director puts the players together.
import { field, fromWall, rowName, wall } from "./event-words.js";
import { number } from "./shared.js";

export function nextRound(app, path, found, act) {
  const { event } = found;
  const last = Math.max(0, ...found.cards.map(card => card.number));
  if (event.state === "finished") return null;
  const heading = app.element("h2", {}, app.text("roundNumber", { n: number(app, Math.min(last + 1, event.rounds)) }));
  const open = found.cards.filter(card => !card.isOver).length;
  if (open) return app.element("section", { class: "card" }, app.element("h2", {}, app.text("roundNumber", { n: number(app, last) })), app.element("p", {}, app.text("cardsOpen", { n: number(app, open), of: number(app, found.cards.filter(card => card.number === last).length) })));
  if (last >= event.rounds) return app.element("section", { class: "card" }, heading, app.element("p", {}, app.text("allPlayed")));
  const players = order(found);
  if (!players.length) return app.element("section", { class: "card" }, heading, app.element("p", { class: "muted" }, app.text("nobodyEntered")));
  const start = field(app, "round-start", app.text("firstTeeTime"), { type: "datetime-local", value: wall(last ? later(app.instant(), event.startsAt) : event.startsAt) });
  const count = Math.ceil(players.length / event.groupSize);
  // Cards of nearly equal size, as the rules make them.
  const size = at => Math.floor(players.length / count) + (at < players.length % count ? 1 : 0);
  const cardOf = Array.from({ length: count }, (_, at) => Array(size(at)).fill(at + 1)).flat();
  const choices = players.map((row, at) => app.element("select", { "aria-label": app.text("cardOf", { name: rowName(app, row) }), "data-entrant": row.id },
    Array.from({ length: players.length }, (_, card) => app.element("option", { value: card + 1, selected: card + 1 === cardOf[at] }, app.text("cardNumber", { n: number(app, card + 1) })))));
  const make = own => act(async () => {
    const groups = Array.from({ length: players.length }, (_, card) => choices.filter(choice => Number(choice.value) === card + 1).map(choice => choice.dataset.entrant)).filter(group => group.length);
    await app.post(`${path}/rounds`, { startsAt: fromWall(start.node.value), ...own && { cards: groups } });
    app.announce(app.text("cardsMade"));
  });
  return app.element("section", { class: "card" }, heading, start.line,
    app.element("p", {}, app.element("button", { type: "button", onclick: () => make(false) }, app.text("makeCards"))), app.element("p", { class: "muted" }, app.text("makeCardsAbout")),
    app.element("details", {}, app.element("summary", {}, app.text("makeOwnCards")), app.element("ul", { class: "people" }, players.map((row, at) => app.element("li", { class: "person" },
      app.element("bdi", {}, rowName(app, row)), app.element("span", { class: "muted" }, row.division), app.element("span", { class: "end" }, choices[at])))),
    app.element("p", {}, app.element("button", { type: "button", class: "plain", onclick: () => make(true) }, app.text("makeThese")))));
}

const later = (one, other) => (Date.parse(one) > Date.parse(other) ? one : other);

// Division by division, those who have finished fewer rounds and those with the higher totals first, so that the leaders play last.
function order(found) {
  return found.rows.filter(row => !row.isOut).sort((one, other) => one.pool.localeCompare(other.pool) || one.division.localeCompare(other.division) || one.rounds.length - other.rounds.length || other.total - one.total);
}
