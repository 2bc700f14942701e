// The page of today: what needs me now, what is live, what has changed. The platform's cards and those of every plugin
// (`contributions.home`) come as they are ready, keep their place, and are asked anew when one of their topics tells of something.
import { watch } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { empty, welcome } from "/today/welcome.js";
import { cardNode, tick } from "/today/card.js";

const sections = ["now", "live", "changed"];
const mostTopics = 20;
// Not more often is a plugin asked anew, in milliseconds.
const pause = 1500;
const minute = 60000;

/** Draws the page; `plugins` are the sources of the plugins: `{ area, title, accent, icon, load }`. */
export async function todayPage(page, plugins) {
  const isIn = page.me && page.me.kind !== "guest";
  const places = Object.fromEntries(sections.map(name => [name, place(page, name)]));
  const waiting = element("div", { class: "waiting" }, element("fh-card", { waiting: true }), element("fh-card", { waiting: true }));
  const nothing = element("div", {});
  const films = element("div", {});
  replace(page.root, heading(page, isIn), !isIn && welcome(page), element("div", { class: "today" },
    element("div", {}, waiting, places.now.node, places.live.node, nothing), element("div", {}, places.changed.node)), films);
  const own = isIn ? (await import("/today/sources.js")).ownSources(page) : [];
  const sources = [...own, ...plugins];
  const state = { page, places, sources, isOver: false };
  await Promise.all(sources.map(source => ask(source, state)));
  waiting.remove();
  const hasCards = () => sources.some(source => source.cards.length);
  state.after = () => replace(nothing, isIn && !hasCards() && empty(page));
  state.after();
  page.films(films);
  return follow(state);
}

function heading(page, isIn) {
  const day = format(page.language, { weekday: "long", day: "numeric", month: "long" }).format(new Date(page.instant()));
  return element("header", { class: "day" }, element("h1", {}, isIn ? element("bdi", {}, page.text("hello", { name: page.me.name })) : page.text("today")),
    element("p", { class: "muted" }, day));
}

function place(page, name) {
  const cards = element("div", {});
  const node = element("section", { class: `today-${name}`, hidden: true, "aria-label": page.text(`today.${name}`) }, element("h2", {}, page.text(`today.${name}`)), cards);
  return { node, cards };
}

// Asks a source for its cards; one that fails says so where its cards would be, and does not hold up the others.
async function ask(source, state) {
  try {
    const { cards = [], topics = [] } = await source.load();
    Object.assign(source, { cards: cards.filter(card => sections.includes(card.section)), topics });
    state.watchTopics?.();
  } catch (problem) {
    const isMissing = problem.code === "unreachable";
    source.cards = isMissing && !source.isOwn ? [] : [{ section: "changed", key: "failed", detail: isMissing ? state.page.text("notKept") : state.page.text("failed", { reason: problem.message }) }];
    source.topics ??= [];
  }
  if (!state.isOver) arrange(state);
}

// What the platform itself needs somebody for comes before all else.
const due = ({ source, card }) => source.isOwn ? 0 : Date.parse(card.until) || Infinity;

// Puts the cards into their sections: those that end soonest first, then in the order of their sources.
function arrange({ page, places, sources, after }) {
  for (const name of sections) {
    const { node, cards } = places[name];
    const wanted = sources.flatMap(source => (source.cards ?? []).filter(card => card.section === name).map(card => ({ source, card })))
      .sort((one, other) => due(one) - due(other) || 0);
    const nodes = wanted.map(({ source, card }, index) => cardNode(page, source, card, name === "now" && index === 0, cards));
    for (const [index, card] of nodes.entries()) if (cards.children[index] !== card) cards.insertBefore(card, cards.children[index] ?? null);
    while (cards.children.length > nodes.length) cards.lastChild.remove();
    node.hidden = !nodes.length;
  }
  after?.();
}

// Asks anew when a topic tells of something, and when the time of a card has come.
function follow(state) {
  const timers = new Map();
  const later = source => {
    if (timers.has(source)) return;
    timers.set(source, setTimeout(() => {
      timers.delete(source);
      ask(source, state);
    }, pause));
  };
  const hear = (name, { topic = "" } = {}) => state.sources.filter(source => name === "reset" || source.topics.includes(topic)).forEach(later);
  let [watched, unwatch] = ["", () => null];
  // What is asked anew may name other topics; of what happens until these are heard nothing tells, so it is asked once more then.
  state.watchTopics = () => {
    const topics = [...new Set(state.sources.flatMap(source => source.topics))].slice(0, mostTopics);
    if (state.isOver || topics.join() === watched) return;
    unwatch();
    let isLater = watched !== "";
    const begun = () => {
      if (isLater) state.sources.forEach(later);
      isLater = false;
    };
    [watched, unwatch] = [topics.join(), topics.length ? watch(topics, hear, begun) : () => null];
  };
  state.watchTopics();
  const ends = [() => unwatch(), ...state.sources.map(source => source.watch?.(() => later(source)) ?? (() => null))];
  const clock = setInterval(() => tick(state.page, state.sources).forEach(later), minute / 4);
  return () => {
    state.isOver = true;
    clearInterval(clock);
    for (const timer of timers.values()) clearTimeout(timer);
    for (const end of ends) end();
  };
}
