// A tournament: when and where, the own entry, the live board, tee times and cards, what the holes cost, and what its director decides.
import { board } from "./event-board.js";
import { cards } from "./event-cards.js";
import { entry } from "./event-entry.js";
import { hour as clock, moment } from "/formats.js";
import { about, eventPage, keyed, names, state } from "./event-words.js";
import { base, look, number } from "./shared.js";

// A board that many cards write is read again so often at most, in milliseconds.
const pause = 1500;

export default async function page(app) {
  const id = app.parameters.event;
  const path = `${base}/events/${encodeURIComponent(id)}`;
  const wanted = app.path.split("/")[2] ?? "board";
  let found = await app.get(path);
  const part = await partOf(app, path, wanted, found, () => draw());
  const [head, own, tabs, share] = [0, 1, 2, 3].map(() => app.element("div", {}));
  const show = () => {
    keyed(app, head, [found.event, found.director], () => top(app, found));
    entry(app, own, path, found, draw);
    keyed(app, tabs, [found.isDirector], () => app.element("fh-tabs", { label: found.event.name }, ["board", "cards", "statistics", found.isDirector && "direct"].filter(Boolean).map(name =>
      app.element("a", { href: eventPage(app, id, name === "board" ? "" : name), "aria-current": name === wanted ? "page" : null }, app.text(`part.${name}`)))));
    part.show(found);
  };
  const draw = async () => {
    found = await app.get(path);
    show();
  };
  app.replace(app.root, look(app), head, own, tabs, part.node, share);
  show();
  if (found.event.isPublic) app.share(eventPage(app, id), found.event.name, link => app.text("shareEvent", { event: found.event.name, link })).then(node => app.replace(share, node)).catch(() => null);
  let waiting = null;
  const again = () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      draw().catch(() => null);
    }, pause);
  };
  part.node.addEventListener("refused", again);
  const end = app.watch([`${app.area}/events/${id}`], again, again);
  return () => {
    end();
    clearTimeout(waiting);
  };
}

async function partOf(app, path, wanted, found, draw) {
  if (wanted === "cards") return cards(app, path, draw);
  if (wanted === "statistics") return (await import("./event-statistics.js")).statistics(app, path);
  if (wanted === "direct" && found.isDirector) return (await import("./event-direct.js")).direct(app, path, draw);
  return board(app);
}

function top(app, { event, director }) {
  return app.element("section", { class: "card person about-event" }, app.crest(event.name), app.element("div", { class: "grow" }, app.element("h1", {}, app.element("bdi", {}, event.name)),
    app.element("p", {}, state(app, event), " ", app.element("strong", {}, moment(app, event.startsAt))), app.element("p", { class: "muted" }, about(app, event)),
    director && app.element("p", { class: "muted" }, app.text("directedBy", { name: director })), event.about && app.element("p", { class: "about" }, event.about),
    event.league && app.element("p", {}, app.element("a", { href: `/${app.area}/leagues/${event.league}` }, app.text("toLeague")))));
}

/** My card of the round that is played, with its tee time: what a player looks for first. */
export function myCard(app, found) {
  const card = found.me && found.cards.find(one => !one.isOver && one.entrants.includes(found.me));
  if (!card) return null;
  const others = names(app, found, card.entrants.filter(id => id !== found.me));
  return app.element("fh-card", { icon: "clock", strong: true, label: app.text("yourTeeTime", { round: number(app, card.number) }),
    heading: app.text("teeTimeAt", { time: clock(app, card.teeTime), hole: number(app, card.hole) }) },
  others.length > 0 && app.element("p", {}, app.text("with", { names: new Intl.ListFormat(app.language).format(others) })),
  card.round && app.element("p", { class: "actions" }, app.element("a", { class: "button", href: `/${app.area}/rounds/${card.round}` }, app.text("openCard"))));
}
