// The match tracker and the lobby: my favourite leagues, or the popular ones while I have none, and any other by its name.
import { base, fold, home, isIn, mine, path, search, sign } from "./parts.js";

export async function leaguesPage(app, section) {
  const { list, items } = await mine(app);
  const all = section === "leagues" ? (await app.get(`${base}/leagues`)).items : items;
  const rest = all.filter(league => !items.some(({ id }) => id === league.id));
  const shown = app.element("div", {});
  const others = app.element("div", {});
  const draw = (query = "") => {
    const fits = league => [league.name, league.country ?? "", league.continent, ...home(app, league)].some(text => fold(text).includes(query));
    fill(app, shown, items.filter(fits), section, app.text("foundNoLeague"));
    const more = rest.filter(fits);
    app.replace(others, more.length > 0 && app.element("h2", {}, app.text("otherLeagues")), more.length > 0 && lines(app, more, section));
  };
  const key = list === "favourite" ? "favouriteLeagues" : "popularLeagues";
  app.replace(app.root, app.element("h1", {}, app.text(section === "lobby" ? "lobby" : "tracker")),
    app.element("h2", { id: "list" }, app.text(key)), search(app, app.text(`search.${list}`), draw), shown, others,
    section === "leagues" && await teams(app),
    app.element("p", {}, app.element("a", { class: "button plain", href: `/${app.area}/favourites` }, app.text("setFavourites"))));
  draw();
}

// My favourite teams, or a way to choose some; nothing for whoever has no favourites at all.
async function teams(app) {
  if (!isIn(app)) return null;
  const { leagues, teams } = await app.get(`${base}/me/favourites`);
  if (!leagues.length && !teams.length) return null;
  return app.element("section", { id: "teams" }, app.element("h2", {}, app.text("favouriteTeams")), teams.length
    ? app.element("fh-list", { label: app.text("favouriteTeams") }, teams.map(team => app.element("div", {}, sign(app, team, "team"), app.element("span", { class: "grow" }, team.name))))
    : app.element("p", {}, app.element("a", { class: "button plain", href: `/${app.area}/favourites` }, app.text("addTeams"))));
}

function fill(app, root, leagues, section, none) {
  app.replace(root, leagues.length ? lines(app, leagues, section) : app.element("p", { class: "muted" }, none));
}

function lines(app, leagues, section) {
  return app.element("div", { class: "entries" }, leagues.map(league => app.element("a", { class: "card entry", href: `/${app.area}/${section}/${path(league.id)}` },
    sign(app, league), app.element("span", {}, app.element("span", {}, `${league.name} ${league.season}`),
      app.element("span", { class: "muted" }, home(app, league).join(" · "))))));
}
