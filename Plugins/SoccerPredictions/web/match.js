// The page of a match: teams, score and prediction, what everybody predicts; and in its parts points and friends' predictions, highlights,
// what is counted, what people write about it, what the two teams played before, and who plays.
import { format } from "/formats.js";
import { keep, matchCard } from "./card.js";
import { base, number } from "./parts.js";
import { groupReceipts, guidePart } from "./rules.js";

// Highlights and statistics are of matches that have begun.
const begun = ["live", "suspended", "played", "abandoned", "awarded"];
const partsOf = match => ["predictions", ...begun.includes(match.state) ? ["highlights", "statistics"] : [], "feed", "headToHead", "lineups"];
const sheet = (name, key) => async (app, match, path) => (await import("./sheet.js"))[name](app, match, await app.get(`${path}/${key}`));

export async function matchPage(app, id, wanted = "predictions") {
  const path = `${base}/matches/${encodeURIComponent(id)}`;
  const place = `/${app.area}/matches/${encodeURIComponent(id)}`;
  if (wanted === "predict") return predictPage(app, path, place);
  const [head, body, share] = [app.element("div", {}), app.element("div", {}), app.element("div", {})];
  const draw = async () => {
    const [match, entries] = await Promise.all([app.get(path), app.queue.list()]);
    const open = partsOf(match).includes(wanted) ? wanted : "predictions";
    const drawn = open === "feed" ? null : await parts[open](app, match, path);
    // What somebody is about to enter stays.
    if (!head.querySelector("form[data-begun]")) {
      app.replace(head, top(app, match, entries), app.element("fh-tabs", { label: `${match.home.name} – ${match.away.name}` }, partsOf(match).map(part =>
        app.element("a", { href: part === "predictions" ? place : `${place}/${part}`, "aria-current": part === open ? "page" : null }, app.text(part)))));
    }
    if (drawn) app.replace(body, open === "predictions" && guidePart(app, match, head), drawn);
    return match;
  };
  const match = await draw();
  const name = `${match.home.name} – ${match.away.name}`;
  app.replace(share, await app.share(place, name, link => app.text("shareMatch", { match: name, link })));
  // What is written there stays while the match above it changes.
  const posts = wanted === "feed" ? await app.feed("match", match.id) : null;
  if (posts) app.replace(body, posts.node);
  app.replace(app.root, head, body, share);
  const topic = `${app.area}/matches/${match.id}`;
  const hear = (name, event) => {
    if (name === "reset" || event.topic === topic) draw().catch(() => null);
    posts?.hear(name, event);
  };
  const ends = [app.watch([topic, ...posts?.topics ?? []], hear, () => posts?.catchUp()), keep(app, head)];
  return () => ends.forEach(end => end());
}

// The screen on which a match is predicted, and on which a prediction is viewed and changed while that can be done.
async function predictPage(app, path, place) {
  const [match, entries] = await Promise.all([app.get(path), app.queue.list()]);
  const body = app.element("div", {}, matchCard(app, match, entries, true));
  app.replace(app.root, app.element("h1", {}, app.text("yourPrediction")), app.element("p", {}, leagueLink(app, match)), body, guidePart(app, match, body),
    app.element("p", {}, app.element("a", { class: "button plain", href: place }, app.text("toMatch"))));
  return keep(app, body);
}

const leagueLink = (app, match) => app.element("a", { href: `/${app.area}/leagues/${encodeURIComponent(match.league.id)}` }, match.league.name);

function top(app, match, entries) {
  const { averages } = match;
  const percent = value => Math.round(value);
  return [app.element("h1", {}, `${match.home.name} – ${match.away.name}`), app.element("p", {}, leagueLink(app, match)), matchCard(app, match, entries, true),
    match.afterNinety && app.element("p", { class: "muted", id: "ninety" }, app.text("ninety", { ninety: `${match.afterNinety.home} – ${match.afterNinety.away}`, all: `${match.score.home} – ${match.score.away}` })),
    match.penalties && app.element("p", { class: "muted" }, app.text("kicks", { score: `${match.penalties.home} – ${match.penalties.away}` })),
    match.state === "removed" && app.element("p", { class: "muted" }, app.text("removedWhy")),
    match.broadcast && app.element("p", {}, app.element("a", { class: "button", href: match.broadcast, target: "_blank", rel: "noopener noreferrer" }, app.text("watch"))),
    match.stadium && app.element("p", { class: "muted" }, match.stadium),
    averages && app.element("p", { class: "card" }, app.text("averages", {
      n: averages.predictions, home: percent(averages.homeWin), draw: percent(averages.draw), away: percent(averages.awayWin) }),
    app.element("br"), app.text("meanScore", { score: `${mean(app, averages.home)} – ${mean(app, averages.away)}` }))];
}

const parts = {
  statistics: sheet("statisticsPart", "statistics"),
  lineups: sheet("lineupsPart", "lineups"),
  predictions: async (app, match, path) => app.element("div", {}, await receipt(app, match, path), await friends(app, match, path)),
  highlights: (app, match) => app.element("section", { class: "card", id: "highlights" }, app.element("h2", {}, app.text("goals")), match.highlights.length
    ? app.element("ul", {}, match.highlights.map(goal => app.element("li", {}, `${goal.minute}′ ${goal.scorer} (${match[goal.side].name})`
      + (goal.kind === "play" ? "" : ` – ${app.text(goal.kind)}`) + (goal.assist ? ` · ${app.text("assist", { name: goal.assist })}` : "")))) : app.element("p", { class: "muted" }, app.text("highlightsNone"))),
  headToHead: async (app, match, path) => {
    const found = await app.get(`${path}/head-to-head`);
    // What this device has kept from before there were meetings has none.
    const meetings = found.meetings ?? [];
    const time = format(app.language, { dateStyle: "medium" });
    const counts = [[match.home.name, found.home], [app.text("draws"), found.drawn], [match.away.name, found.away]];
    return app.element("section", { class: "card", id: "between" }, app.element("h2", {}, app.text("headToHead")), meetings.length === 0
      ? app.element("p", { class: "muted" }, app.text("headToHeadNone"))
      : [app.element("dl", { class: "facts" }, counts.flatMap(([name, count]) => [app.element("dt", {}, name), app.element("dd", {}, number(app, count))])),
        app.element("ul", { class: "plain" }, meetings.map(item => {
          const result = `${item.home.name} ${item.score.home} – ${item.score.away} ${item.away.name}`;
          // What a provider alone tells of has no page here.
          return app.element("li", {}, app.element("time", { datetime: item.kickOff }, time.format(new Date(item.kickOff))), " ",
            item.match ? app.element("a", { href: `/${app.area}/matches/${encodeURIComponent(item.match)}` }, result) : result, ` · ${[item.competition, item.season].filter(Boolean).join(" ")}`);
        }))]);
  },
};

const mean = (app, value) => new Intl.NumberFormat(app.language, { maximumFractionDigits: 1 }).format(value);

// Who has predicted nothing is there, too.
const predicted = (app, home, away) => home === undefined || home === null
  ? app.element("span", { class: "muted", role: "img", "aria-label": app.text("noPrediction") }, app.text("none")) : `${home} – ${away}`;

// What those whom I follow or share a group with have predicted, once nobody can predict any more.
async function friends(app, match, path) {
  if (!app.me || app.me.kind === "guest") return null;
  const { items } = match.predictionsOpen ? { items: [] } : await app.get(`${path}/predictions/friends`);
  return app.element("section", { class: "card", id: "friends" }, app.element("h2", {}, app.text("friends")),
    items.length === 0 && app.element("p", { class: "muted" }, app.text(match.predictionsOpen ? "friendsOpen" : "friendsNone")),
    app.element("ul", { class: "plain" }, items.map(({ account, home, away, points }) => app.element("li", {},
      app.element("a", { href: `/people/${encodeURIComponent(account.id)}` }, app.element("bdi", {}, account.name)), " ", predicted(app, home, away),
      points === undefined || points === null ? "" : ` · ${app.text("points", { n: points })}`))));
}

// A part of a receipt: of the points of the settings, or of a league's own rule.
const said = (app, kind) => app.text(["win", "score", "scorer", "module"].includes(kind) ? kind : `part.${kind}`);

async function receipt(app, match, path) {
  if (match.prediction?.points === undefined || match.prediction?.points === null) return null;
  const found = await app.get(`${path}/prediction/receipt`);
  return [app.element("section", { class: "card", id: "receipt" }, app.element("h2", {}, app.text("receipt")), app.element("dl", { class: "facts" },
    found.components.flatMap(part => [app.element("dt", {}, [said(app, part.kind), part.predicted && `(${part.predicted})`].filter(Boolean).join(" ")), app.element("dd", {}, String(part.points))]),
    app.element("dt", {}, app.element("strong", {}, app.text("total"))), app.element("dd", {}, app.element("strong", {}, String(found.total)))),
  app.element("p", { class: "muted" }, app.text("ruleVersion", { version: found.ruleVersion }))), ...await groupReceipts(app, path)];
}
