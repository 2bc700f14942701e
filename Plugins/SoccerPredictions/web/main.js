// The pages of soccer predictions: leagues, matches to predict and follow, a match, the leaderboard.
import { leaderboard, standings } from "./board.js";
import { keep, matchCard } from "./card.js";
import { matchPage } from "./match.js";

const base = "/v1/soccer-predictions";

export default async function page(app) {
  const [kind, id, part] = app.path.split("/").map(decodeURIComponent);
  if (kind === "leagues" && id) return leaguePage(app, id, part || "upcoming");
  if (kind === "matches" && id) return matchPage(app, id);
  return leaguesPage(app);
}

async function leaguesPage(app) {
  const { items } = await app.get(`${base}/leagues`);
  app.replace(app.root, app.element("h1", {}, app.text("leagues")), app.element("div", { class: "entries" }, items.map(league =>
    app.element("a", { class: "card entry", href: `/${app.area}/leagues/${encodeURIComponent(league.id)}` }, app.crest(league.name),
      app.element("span", {}, app.element("span", {}, `${league.name} ${league.season}`),
        app.element("span", { class: "muted" }, league.country ?? league.continent))))));
}

async function leaguePage(app, id, part) {
  const path = `${base}/leagues/${encodeURIComponent(id)}`;
  const league = await app.get(path);
  const body = app.element("div", {});
  const name = `${league.name} ${league.season}`;
  const place = `/${app.area}/leagues/${encodeURIComponent(id)}`;
  const share = part === "board" ? await app.share(`${place}/board`, name, link => app.text("shareBoard", { league: name, link }))
    : await app.share(place, name, link => app.text("shareLeague", { league: name, link }));
  const parts = ["live", "upcoming", "played", "standings", "board"];
  app.replace(app.root, app.element("h1", {}, name), app.element("fh-tabs", { label: league.name }, parts.map(name =>
    app.element("a", { href: `${place}/${name}`, "aria-current": name === part ? "page" : null }, app.text(name)))), body, share);
  const draw = async () => {
    if (part === "standings") return standings(app, body, await app.get(`${path}/standings`));
    if (part === "board") return leaderboard(app, body, path);
    const [{ items }, entries] = await Promise.all([app.get(`${path}/matches?state=${part}&limit=30`), app.queue.list()]);
    app.replace(body, items.length ? items.map(match => matchCard(app, match, entries)) : nothing(app, part, place));
  };
  await draw();
  const ends = [keep(app, body)];
  if (part === "standings" || part === "live") ends.push(app.watch([`${app.area}/leagues/${id}`], () => draw().catch(() => null)));
  return () => ends.forEach(end => end());
}

// An empty list leads to the one that has something.
function nothing(app, part, place) {
  const next = part === "upcoming" ? "played" : "upcoming";
  return app.element("fh-empty", { icon: "ball", heading: app.text("empty"), detail: app.text(`empty.${part}`) },
    app.element("a", { class: "button plain", href: `${place}/${next}` }, app.text(next)));
}
