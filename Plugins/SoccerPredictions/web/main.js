// The pages of soccer predictions: leagues, matches to predict and follow, a match, the leaderboard, groups, fun games, favourites.
// Which module draws what lies below a part of the address.
const others = { favourites: ["favourites", "favouritesPage"], groups: ["groups", "groupsPage"], fun: ["fun", "funPage"], operators: ["operators", "operatorsPage"] };

export default async function page(app) {
  const [kind, id, part, ...rest] = app.path.split("/").map(decodeURIComponent);
  if ((kind === "leagues" || kind === "lobby") && id) return (await import("./league.js")).leaguePage(app, kind, id, part, rest[0]);
  if (kind === "matches" && id) return (await import("./match.js")).matchPage(app, id, part);
  const [module, name] = others[kind] ?? [];
  if (module) return (await import(`./${module}.js`))[name](app, [id, part, ...rest]);
  return (await import("./leagues.js")).leaguesPage(app, kind === "lobby" ? "lobby" : "leagues");
}
