// The page of a match: score, prediction, what everybody predicts, highlights, points, friends, and what people write about it.
import { keep, matchCard } from "./card.js";

const base = "/v1/soccer-predictions";

export async function matchPage(app, id) {
  const path = `${base}/matches/${encodeURIComponent(id)}`;
  const body = app.element("div", {});
  const draw = async () => {
    const [match, entries] = await Promise.all([app.get(path), app.queue.list()]);
    // What somebody is about to enter stays.
    if (body.querySelector("form[data-begun]")) return match;
    const averages = match.averages;
    const percent = value => Math.round(value);
    app.replace(body, app.element("h1", {}, `${match.home.name} – ${match.away.name}`),
      app.element("p", {}, app.element("a", { href: `/${app.area}/leagues/${encodeURIComponent(match.league.id)}` }, match.league.name)),
      matchCard(app, match, entries, true),
      match.afterNinety && app.element("p", { class: "muted", id: "ninety" }, app.text("ninety", { ninety: `${match.afterNinety.home} – ${match.afterNinety.away}`, all: `${match.score.home} – ${match.score.away}` })),
      match.penalties && app.element("p", { class: "muted" }, app.text("kicks", { score: `${match.penalties.home} – ${match.penalties.away}` })),
      match.state === "removed" && app.element("p", { class: "muted" }, app.text("removedWhy")),
      match.broadcast && app.element("p", {}, app.element("a", { class: "button", href: match.broadcast, target: "_blank", rel: "noopener noreferrer" }, app.text("watch"))),
      match.stadium && app.element("p", { class: "muted" }, match.stadium),
      averages && app.element("p", { class: "card" }, app.text("averages", {
        n: averages.predictions, home: percent(averages.homeWin), draw: percent(averages.draw), away: percent(averages.awayWin) }),
        app.element("br"), app.text("meanScore", { score: `${mean(app, averages.home)} – ${mean(app, averages.away)}` })),
      match.highlights.length > 0 && goals(app, match), await receipt(app, match, path), await friends(app, match, path));
    return match;
  };
  const match = await draw();
  const name = `${match.home.name} – ${match.away.name}`;
  const share = await app.share(`/${app.area}/matches/${encodeURIComponent(id)}`, name, link => app.text("shareMatch", { match: name, link }));
  // What is written there stays while the match above it changes.
  const posts = await app.feed("match", id);
  app.replace(app.root, body, share, posts.node);
  const topic = `${app.area}/matches/${id}`;
  const hear = (name, event) => {
    if (name === "reset" || event.topic === topic) draw().catch(() => null);
    posts.hear(name, event);
  };
  const ends = [app.watch([topic, ...posts.topics], hear, () => posts.catchUp()), keep(app, body)];
  return () => ends.forEach(end => end());
}

function goals(app, match) {
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("goals")), app.element("ul", {},
    match.highlights.map(goal => app.element("li", {}, `${goal.minute}′ ${goal.scorer} (${match[goal.side].name})`
      + (goal.kind === "play" ? "" : ` – ${app.text(goal.kind)}`) + (goal.assist ? ` · ${app.text("assist", { name: goal.assist })}` : "")))));
}

const mean = (app, value) => new Intl.NumberFormat(app.language, { maximumFractionDigits: 1 }).format(value);

// What those whom I follow have predicted, once nobody can predict any more.
async function friends(app, match, path) {
  if (!app.me || app.me.kind === "guest") return null;
  const { items } = match.predictionsOpen ? { items: [] } : await app.get(`${path}/predictions/friends`);
  return app.element("section", { class: "card", id: "friends" }, app.element("h2", {}, app.text("friends")),
    items.length === 0 && app.element("p", { class: "muted" }, app.text(match.predictionsOpen ? "friendsOpen" : "friendsNone")),
    app.element("ul", { class: "plain" }, items.map(({ account, home, away, points }) => app.element("li", {},
      app.element("a", { href: `/people/${encodeURIComponent(account.id)}` }, app.element("bdi", {}, account.name)), ` ${home} – ${away}`,
      points === undefined || points === null ? "" : ` · ${app.text("points", { n: points })}`))));
}

async function receipt(app, match, path) {
  if (match.prediction?.points === undefined || match.prediction?.points === null) return null;
  const found = await app.get(`${path}/prediction/receipt`);
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("receipt")), app.element("dl", { class: "facts" },
    found.components.flatMap(part => [app.element("dt", {}, `${app.text(part.kind)} (${part.predicted})`), app.element("dd", {}, String(part.points))]),
    app.element("dt", {}, app.element("strong", {}, app.text("total"))), app.element("dd", {}, app.element("strong", {}, String(found.total)))));
}

