// Leagues: tables that the team shares with others.
import { asks, check, field, form } from "/forms.js";
import { follow, head, isWriting, may, number, path, readTeam, teamApi } from "./shared.js";
import { dayName, ownZone, wall } from "./times.js";

const columns = ["played", "won", "tied", "lost", "points"];

export default async function page(app) {
  const team = await readTeam(app);
  const place = `${teamApi(team.id)}/leagues`;
  const draw = async (isHeard = false) => {
    const { items } = await app.get(place);
    if (isHeard && isWriting(app)) return;
    app.replace(app.root, ...head(app, team, app.text("leagues")), items.length ? items.map(league => show(app, team, place, league, draw))
      : app.element("p", { class: "muted" }, app.text("leaguesNone")), may(team, "edit-stats") && forms(app, place, draw));
  };
  await draw();
  return follow(app, [team.id], ["statistics"], () => draw(true));
}

function show(app, team, place, league, draw) {
  const own = `${place}/${path(league.id)}`;
  const leave = async () => {
    if (!await asks(app, app.text("leagueLeaveQuestion", { name: league.name }), { kind: "danger" })) return;
    await app.remove(own);
    await draw();
  };
  const mine = game => may(team, "edit-stats") && [game.home, game.away].includes(team.id) && app.action(app.text("remove"), async () => {
    await app.remove(`${own}/games/${path(game.id)}`);
    await draw();
  });
  return app.element("section", {}, app.element("h2", {}, app.element("bdi", {}, league.name)), table(app, team, league),
    league.code && app.element("p", { class: "muted" }, app.text("leagueCodeIs"), " ", app.element("code", { dir: "ltr" }, league.code)),
    league.games.length > 0 && app.element("fh-list", { label: app.text("leagueGames") }, league.games.slice(0, 20).map(game => app.element("div", { class: "played" },
      app.element("span", { class: "grow" }, app.element("bdi", {}, `${game.homeName} – ${game.awayName}`), app.element("small", {}, dayName(app, game.day, { dateStyle: "medium" }))),
      app.element("strong", { dir: "ltr" }, `${number(app, game.homeScore)} : ${number(app, game.awayScore)}`), mine(game)))),
    may(team, "edit-stats") && [league.table.length > 1 && gameForm(app, team, own, league, draw), app.action(app.text("leagueLeave"), leave, "danger")]);
}

function table(app, team, league) {
  return app.element("div", { class: "card scroll" }, app.element("table", { class: "players league" }, app.element("thead", {}, app.element("tr", {},
    app.element("th", { scope: "col" }, "#"), app.element("th", { scope: "col" }, app.text("team")), columns.map(key => app.element("th", { scope: "col" }, app.text(`league.${key}`))))),
  app.element("tbody", {}, league.table.map(row => app.element("tr", { "aria-current": row.team === team.id ? "true" : null }, app.element("td", {}, number(app, row.position)),
    app.element("th", { scope: "row" }, app.element("bdi", {}, row.name)), columns.map(key => app.element("td", {}, number(app, row[key]))))))));
}

function gameForm(app, team, own, league, draw) {
  const others = league.table.filter(row => row.team !== team.id).map(row => [row.team, row.name]);
  const count = { type: "number", min: 0, max: 10000, required: true, inputmode: "numeric" };
  return app.element("details", {}, app.element("summary", {}, app.text("leagueGameAdd")), form(app, [
    field(app, "opponent", app.text("opponent"), { options: others, value: others[0][0] }), check(app, "isHome", app.text("leagueHome"), true),
    app.element("div", { class: "row" }, field(app, "score", app.text("leagueScore"), count), field(app, "opponentScore", app.text("leagueOpponentScore"), count)),
    field(app, "day", app.text("date"), { type: "date", required: true, value: wall(app.instant(), ownZone()).day })], app.text("save"), async data => {
    await app.post(`${own}/games`, { opponent: data.get("opponent"), isHome: data.has("isHome"), score: Number(data.get("score")), opponentScore: Number(data.get("opponentScore")), day: data.get("day") });
    await draw();
  }));
}

function forms(app, place, draw) {
  return [app.element("h2", {}, app.text("leagueNew")), form(app, [field(app, "name", app.text("leagueName"), { required: true, maxlength: 60 })], app.text("leagueFound"), async data => {
    await app.post(place, { name: data.get("name") });
    await draw();
  }), form(app, [field(app, "code", app.text("leagueCode"), { required: true, maxlength: 40, dir: "ltr", autocomplete: "off" })], app.text("leagueJoin"), async data => {
    await app.post(`${place}/join`, { code: data.get("code").trim() });
    await draw();
  }, "plain")];
}
