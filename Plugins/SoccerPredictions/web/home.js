// What soccer predictions show today: the match that closes next, what is live, and the last result with its points.
import { facing, mine, minute } from "./facing.js";

// The texts that it needs.
export const texts = ["points", "predict", "predictOpen", "yours", "state."];

const base = "/v1/soccer-predictions";
const soon = 48 * 3600000;
const most = 4;

export default async function home(app) {
  const leagues = await wanted(app);
  const lists = await Promise.all(leagues.map(league => list(app, league)));
  const [upcoming, live, played] = ["upcoming", "live", "played"].map(state => lists.flatMap(found => found[state]));
  return {
    cards: [next(app, upcoming), ...live.slice(0, 3).map(match => goesOn(app, match)), result(app, played)].filter(Boolean),
    topics: leagues.map(league => `${app.area}/leagues/${league.id}`),
  };
}

// My favourite leagues, or the first of all.
async function wanted(app) {
  const favourites = app.me && app.me.kind !== "guest" ? (await app.get(`${base}/me/favourites`)).leagues : [];
  return (favourites.length ? favourites : (await app.get(`${base}/leagues`)).items).slice(0, most);
}

async function list(app, league) {
  const path = `${base}/leagues/${encodeURIComponent(league.id)}/matches?limit=12&state=`;
  const [upcoming, live, played] = await Promise.all(["upcoming", "live", "played"].map(state => app.get(path + state)));
  return { upcoming: upcoming.items, live: live.items, played: played.items };
}

const versus = (app, match) => app.element("div", { class: "match" }, facing(app, match));

function next(app, matches) {
  const open = matches.filter(match => match.predictionsOpen && !match.prediction && Date.parse(match.predictionsCloseAt) - Date.parse(app.instant()) < soon)
    .sort((one, other) => Date.parse(one.predictionsCloseAt) - Date.parse(other.predictionsCloseAt));
  const [match] = open;
  if (!match) return null;
  const href = open.length > 1 ? `/${app.area}/leagues/${encodeURIComponent(match.league.id)}` : `/${app.area}/matches/${encodeURIComponent(match.id)}`;
  return { section: "now", key: "next", until: match.predictionsCloseAt, body: versus(app, match),
    action: { text: open.length > 1 ? app.text("predictOpen", { n: open.length }) : app.text("predict"), href } };
}

function goesOn(app, match) {
  return { section: "live", key: match.id, live: true, badge: minute(match), body: versus(app, match), detail: match.prediction ? mine(app, match.prediction) : "" };
}

function result(app, matches) {
  const match = matches.filter(match => match.prediction).sort((one, other) => Date.parse(other.kickOff) - Date.parse(one.kickOff))[0];
  if (!match) return null;
  return { section: "changed", key: "result", badge: app.text(`state.${match.state}`), body: versus(app, match), detail: mine(app, match.prediction) };
}
