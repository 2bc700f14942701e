// The pages of soccer predictions: leagues, matches to predict and follow, a match, the leaderboard, groups, fun games, favourites.
import { leaderboard, standings } from "./board.js";
import { keep, matchCard } from "./card.js";
import { matchPage } from "./match.js";

const base = "/v1/soccer-predictions";
// Which module draws what lies below a part of the address.
const others = { favourites: ["favourites", "favouritesPage"], groups: ["groups", "groupsPage"], fun: ["fun", "funPage"], operators: ["operators", "operatorsPage"] };

export default async function page(app) {
  const [kind, id, part, ...rest] = app.path.split("/").map(decodeURIComponent);
  if (kind === "leagues" && id) return leaguePage(app, id, part || "upcoming");
  if (kind === "matches" && id) return matchPage(app, id);
  const [module, name] = others[kind] ?? [];
  if (module) return (await import(`./${module}.js`))[name](app, [id, part, ...rest]);
  return (await import("./leagues.js")).leaguesPage(app, kind === "lobby" ? "lobby" : "leagues");
}

async function leaguePage(app, id, part) {
  const path = `${base}/leagues/${encodeURIComponent(id)}`;
  const seasons = (await app.get(`${path}/seasons`)).items;
  const season = new URLSearchParams(location.search).get("season") ?? "";
  const query = season ? `?season=${encodeURIComponent(season)}` : "";
  const league = await app.get(`${path}${query}`);
  const body = app.element("div", {});
  const name = `${league.name} ${league.season}`;
  const place = `/${app.area}/leagues/${encodeURIComponent(id)}`;
  const share = part === "board" ? await app.share(`${place}/board`, name, link => app.text("shareBoard", { league: name, link }))
    : await app.share(place, name, link => app.text("shareLeague", { league: name, link }));
  const parts = part === "lobby" ? ["lobby", "board"] : ["live", "upcoming", "played", "standings", "teams", "board"];
  const pick = app.element("select", { "aria-label": app.text("season"), onchange: () => app.go(`${place}/${part}${pick.value ? `?season=${encodeURIComponent(pick.value)}` : ""}`) },
    app.element("option", { value: "" }, app.text("seasonNow")), seasons.map(one => app.element("option", { value: one.id, selected: one.id === season }, one.season)));
  app.replace(app.root, app.element("section", { class: "card person" }, app.crest(league.name), app.element("div", {}, app.element("h1", {}, name), app.element("span", { class: "muted" }, league.continent)), seasons.length > 1 && pick),
    app.element("fh-tabs", { label: league.name }, parts.map(name =>
      app.element("a", { href: `${place}/${name}${query}`, "aria-current": name === part ? "page" : null }, app.text(name)))), body, share);
  const draw = async () => {
    if (part === "standings") return standings(app, body, await app.get(`${path}/standings${query}`));
    if (part === "board") return leaderboard(app, body, path, season);
    if (part === "teams") return (await import("./teams.js")).teamList(app, body, id, query);
    const [state, limit] = part === "lobby" ? ["upcoming", 400] : [part, 30];
    const [{ items }, entries] = await Promise.all([app.get(`${path}/matches?state=${state}&limit=${limit}${season ? `&season=${encodeURIComponent(season)}` : ""}`), app.queue.list()]);
    app.replace(body, items.length ? items.map(match => matchCard(app, match, entries)) : nothing(app, state, place));
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
