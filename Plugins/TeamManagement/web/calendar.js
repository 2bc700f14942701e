// The calendar of a team, or of all my teams: by month, week and day, or as a list, with filters.
import { hour, instantOf } from "/formats.js";
import { field } from "/forms.js";
import { base, follow, head, look, may, number, readTeam, teamApi, teamPage } from "./shared.js";
import { conflicts } from "./conflicts.js";
import { eventRow, signs } from "./rows.js";
import { addDays, addMonths, dayName, monthStart, ownZone, wall, weekStart, wholeDays } from "./times.js";

const views = ["month", "week", "day", "agenda"];
const kinds = ["practice", "game", "event"];

export default async function page(app) {
  const team = app.parameters.team ? await readTeam(app) : null;
  const asked = new URLSearchParams(location.search);
  const today = wall(app.instant(), ownZone()).day;
  const state = { view: views.includes(asked.get("view")) ? asked.get("view") : "month", day: asked.get("day") ?? today, kind: "", tag: "", search: "", tags: new Set() };
  const [parts, bar, body, clashes] = [0, 1, 2, 3].map(() => app.element("div", {}));
  const draw = async () => {
    const [from, to] = span(app, state);
    const query = new URLSearchParams({ from: midnight(from), to: midnight(to) });
    for (const key of ["kind", "tag", "search"]) if (state[key]) query.set(key, state[key]);
    const { items } = await app.get(`${team ? teamApi(team.id) : `${base}/me`}/events?${query}`);
    for (const event of items) for (const tag of event.tags) state.tags.add(tag);
    app.replace(parts, tabs(app, state));
    app.replace(bar, moves(app, state, today, draw));
    app.replace(body, show(app, state, items, from, to, today, !team));
    if (!team) await conflicts(app, clashes, midnight(from), midnight(to));
    filter.update();
  };
  const filter = filters(app, state, draw);
  const title = app.text("calendar");
  const heading = team ? head(app, team, title) : [look(app), app.element("h1", {}, title)];
  app.replace(app.root, ...heading, parts, bar, filter.node, clashes, body,
    team && may(team, "edit-calendar") && app.element("p", {}, app.element("a", { class: "button", href: teamPage(app, team.id, `/new-event?day=${state.day}`) }, app.text("newEvent")), " ",
      app.element("a", { class: "button plain", href: teamPage(app, team.id, "/import") }, app.text("import"))),
    feeds(app, team));
  await draw();
  const teams = team ? [team.id] : (await app.get(`${base}/me/teams`)).items.map(({ id }) => id);
  return follow(app, teams.slice(0, 20), ["calendar", "answers"], draw);
}

// The instant at which a day begins here.
const midnight = day => instantOf(day);

// The first day that is shown, and the one behind the last.
function span(app, { view, day }) {
  if (view === "day") return [day, addDays(day, 1)];
  if (view === "agenda") return [day, addDays(day, 60)];
  if (view === "week") return [weekStart(day, app.language), addDays(weekStart(day, app.language), 7)];
  const from = weekStart(monthStart(day), app.language);
  return [from, addDays(weekStart(addDays(addMonths(day, 1), -1), app.language), 7)];
}

const address = (view, day) => `${location.pathname}?view=${view}&day=${day}`;

function tabs(app, state) {
  return app.element("fh-tabs", { label: app.text("views") }, views.map(view =>
    app.element("a", { href: address(view, state.day), "aria-current": view === state.view ? "page" : null }, app.text(view))));
}

function moves(app, state, today, draw) {
  const steps = { day: 1, week: 7, agenda: 60 };
  const move = by => async () => {
    state.day = by === 0 ? today : state.view === "month" ? addMonths(state.day, by) : addDays(state.day, by * steps[state.view]);
    history.replaceState(history.state, "", address(state.view, state.day));
    await draw();
  };
  const title = state.view === "month" ? dayName(app, state.day, { month: "long", year: "numeric" }) : dayName(app, state.day, { day: "numeric", month: "short" });
  return app.element("div", { class: "row moves" }, app.action(app.text("earlier"), move(-1)), app.element("strong", { "aria-live": "polite" }, title),
    app.action(app.text("later"), move(1)), app.action(app.text("today"), move(0)));
}

function filters(app, state, draw) {
  const change = key => async event => {
    state[key] = event.target.value;
    await draw();
  };
  const tags = app.element("div", {});
  const node = app.element("details", { class: "card filters" }, app.element("summary", {}, app.text("search")),
    field(app, "search", app.text("search"), { type: "search", maxlength: 100, onchange: change("search") }),
    field(app, "kind", app.text("kind"), { options: [["", app.text("allKinds")], ...kinds.map(kind => [kind, app.text(`kind.${kind}`)])], onchange: change("kind") }), tags);
  const update = () => app.replace(tags, field(app, "tag", app.text("tag"), { value: state.tag,
    options: [["", app.text("allTags")], ...[...state.tags].sort().map(tag => [tag, tag])], onchange: change("tag") }));
  return { node, update };
}

// The days, each with what touches it.
function days(items, from, to) {
  const found = [];
  // What has no hours is on its days everywhere, whenever they begin here.
  const whole = new Map(items.filter(event => event.allDay).map(event => [event, wholeDays(event)]));
  const touches = (event, day, begin, end) => {
    const [first, last] = whole.get(event) ?? [];
    return first ? first <= day && day <= last : Date.parse(event.startsAt) < end && Date.parse(event.endsAt) > begin;
  };
  for (let day = from; day < to; day = addDays(day, 1)) {
    const [begin, end] = [midnight(day), midnight(addDays(day, 1))].map(Date.parse);
    found.push({ day, events: items.filter(event => touches(event, day, begin, end)) });
  }
  return found;
}

function show(app, state, items, from, to, today, showsTeam) {
  const all = days(items, from, to);
  if (state.view === "month") return month(app, state, all, today);
  const shown = state.view === "week" ? all : all.filter(({ events }) => events.length);
  if (!shown.length) return app.element("fh-empty", { icon: "calendar", heading: app.text("nothingUp") });
  return shown.map(({ day, events }) => app.element("section", { class: "day" }, app.element("h2", { "aria-current": day === today ? "date" : null },
    dayName(app, day, { weekday: "long", day: "numeric", month: "long" })), events.length
    ? app.element("fh-list", {}, events.map(event => eventRow(app, event, showsTeam))) : app.element("p", { class: "muted" }, app.text("nothingUp"))));
}

function month(app, state, all, today) {
  const heads = all.slice(0, 7).map(({ day }) => app.element("th", { scope: "col" }, dayName(app, day, { weekday: "short" })));
  const weeks = [];
  for (let index = 0; index < all.length; index += 7) weeks.push(all.slice(index, index + 7));
  return app.element("table", { class: "month" }, app.element("thead", {}, app.element("tr", {}, heads)), app.element("tbody", {}, weeks.map(week =>
    app.element("tr", {}, week.map(({ day, events }) => app.element("td", { class: day.slice(0, 7) === state.day.slice(0, 7) ? "" : "other" },
      app.element("a", { class: "date", href: address("day", day), "aria-current": day === today ? "date" : null, "aria-label": dayName(app, day, { dateStyle: "full" }) },
        number(app, Number(day.slice(8)))), events.slice(0, 3).map(event => chip(app, event)),
      events.length > 3 && app.element("a", { class: "chip", href: address("day", day) }, app.text("moreEvents", { n: number(app, events.length - 3) }))))))));
}

function chip(app, event) {
  const label = `${event.allDay ? app.text("allDay") : hour(app, event.startsAt)} ${event.title}`;
  return app.element("a", { class: event.isCancelled ? "chip off" : `chip ${event.kind}`, href: teamPage(app, event.team, `/events/${event.id}`), "aria-label": label },
    app.icon(signs[event.kind]), app.element("bdi", {}, event.title));
}

// Addresses for other programs.
function feeds(app, team) {
  const list = app.element("div", {});
  const draw = async () => {
    const { items } = await app.get(`${base}/me/feeds`);
    app.replace(list, items.filter(feed => (feed.team ?? null) === (team?.id ?? null)).map(feed => app.element("div", { class: "feed" },
      app.element("code", { class: "secret", dir: "ltr" }, location.origin + feed.path), app.action(app.text("closeFeed"), async () => {
        await app.remove(`${base}/me/feeds/${feed.id}`);
        await draw();
      }))));
  };
  const open = async () => {
    // The address is a secret, so the host keeps no answer for a repetition.
    await app.post(team ? `${teamApi(team.id)}/feeds` : `${base}/me/feeds`, undefined, null);
    await draw();
  };
  return app.element("details", { class: "card", ontoggle: () => draw().catch(() => null) }, app.element("summary", {}, app.text("subscribe")),
    app.element("p", { class: "muted" }, app.text("feedIntro")), list, app.action(app.text("openFeed"), open));
}
