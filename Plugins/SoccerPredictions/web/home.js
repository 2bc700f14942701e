// What soccer predictions show today: the match that closes next, what is live, the last result with its points, what has happened lately,
// what is played nearby and in one's country, and the ways to one's own leagues and teams.
import { format } from "/formats.js";
import { around } from "./around.js";
import { facing, mine, minute } from "./facing.js";
import { sign } from "./parts.js";

// The texts that it needs.
export const texts = ["points", "predict", "predictOpen", "yours", "state.", "update.", "updates", "updatesMore", "popularLeagues", "favouriteLeagues", "favouriteTeams",
  "noFavouriteLeagues", "addTeams", "setFavourites", "ownGoal", "penalty", "around."];

const base = "/v1/soccer-predictions";
// So many leagues, the first ones, tell when something happens: those whose matches are shown (`GET /today`).
const most = 4;
// So many updates are shown at first, and with each press more.
const [first, more] = [3, 5];
// The list of them that is on the page.
let news = null;

/** All that the cards show is asked for beside their texts. As many updates as are on the page stay shown when it is drawn anew. */
export function begin({ get }) {
  const count = news?.isConnected ? news.children.length : first;
  const today = get(`${base}/today?updates=${Math.min(Math.max(count, first), 50)}`);
  today.catch(() => null);
  return today;
}

export default async function home(app) {
  const { cards, drawn } = around(app);
  const [today] = await Promise.all([app.begun, drawn]);
  return {
    cards: [next(app, today), ...today.live.map(match => goesOn(app, match)), result(app, today.last), updates(app, today.updates), ...cards, ways(app, today)].filter(Boolean),
    topics: today.leagues.slice(0, most).map(league => `${app.area}/leagues/${league.id}`),
  };
}

const versus = (app, match) => app.element("div", { class: "match" }, facing(app, match));

// Where several are open, the league of the first one leads to all of them.
function next(app, { next: match, open }) {
  if (!match) return null;
  const href = open > 1 ? `/${app.area}/leagues/${encodeURIComponent(match.league.id)}` : `/${app.area}/matches/${encodeURIComponent(match.id)}`;
  return { section: "now", key: "next", until: match.predictionsCloseAt, body: versus(app, match),
    action: { text: open > 1 ? app.text("predictOpen", { n: open }) : app.text("predict"), href } };
}

function goesOn(app, match) {
  return { section: "live", key: match.id, live: true, badge: minute(match), body: versus(app, match), detail: match.prediction ? mine(app, match.prediction) : "" };
}

function result(app, match) {
  if (!match) return null;
  return { section: "changed", key: "result", badge: app.text(`state.${match.state}`), body: versus(app, match), detail: mine(app, match.prediction) };
}

function updates(app, { items, next }) {
  if (!items.length) return null;
  const list = app.element("ul", { class: "plain", id: "updates" }, items.map(item => update(app, item)));
  const button = app.action(app.text("updatesMore"), async () => {
    ({ items, next } = await app.get(`${base}/me/updates?limit=${more}&after=${encodeURIComponent(next)}`));
    list.append(...items.map(item => update(app, item)));
    button.hidden = !next;
  });
  button.hidden = !next;
  news = list;
  return { section: "changed", key: "updates", heading: app.text("updates"), body: app.element("div", {}, list, button) };
}

function update(app, { kind, match, home, away, score, goal, at }) {
  const names = { home: home.name, away: away.name, score: score ? `${score.home} – ${score.away}` : "", state: app.text(`state.${kind}`),
    minute: goal?.minute, scorer: goal ? [goal.scorer, goal.kind !== "play" && `(${app.text(goal.kind)})`].filter(Boolean).join(" ") : "" };
  const key = ["kickOff", "goal"].includes(kind) ? kind : score ? "ended" : "off";
  const time = format(app.language, { weekday: "short", hour: "2-digit", minute: "2-digit" });
  return app.element("li", { class: "update" }, app.element("a", { href: `/${app.area}/matches/${encodeURIComponent(match)}` }, app.text(`update.${key}`, names)), " ",
    app.element("time", { class: "muted", datetime: at }, time.format(new Date(at))));
}

// Popular leagues are for whoever has no favourites at all; others see theirs, and are offered to choose what is missing.
function ways(app, { list, leagues: shown, teams }) {
  const leagues = list === "favourite" ? shown : [];
  const entry = (item, href, kind = "") => app.element("li", {}, sign(app, item, kind), href ? app.element("a", { href }, item.name) : app.element("span", {}, item.name));
  const links = list => app.element("ul", { class: "plain ways" }, list.map(league => entry(league, `/${app.area}/leagues/${encodeURIComponent(league.id)}`)));
  const has = leagues.length > 0 || teams.length > 0;
  const body = app.element("div", {}, !has ? links(shown) : leagues.length ? links(leagues) : app.element("p", { class: "muted" }, app.text("noFavouriteLeagues")),
    has && [app.element("h4", {}, app.text("favouriteTeams")), app.element("ul", { class: "plain ways" }, teams.map(team => entry(team, null, "team")))]);
  const href = `/${app.area}/favourites`;
  return { section: "changed", key: "leagues", heading: app.text(has ? "favouriteLeagues" : "popularLeagues"), body,
    action: !leagues.length ? { text: app.text("setFavourites"), href } : !teams.length ? { text: app.text("addTeams"), href } : null };
}
