// Choosing favourites: continent, then country, then league, then its teams; each league and team has a heart of its own.
import { base, continentName, countryName, isIn, path, sign, signIn } from "./parts.js";

export async function favouritesPage(app, [continent, country, league, view]) {
  const place = `/${app.area}/favourites`;
  const here = [continent, country].filter(Boolean);
  const found = country && country !== "-" ? (await app.get(`${base}/countries?continent=${path(continent)}`)).items.find(item => item.name === country) : null;
  const words = [continent && continentName(app, continent), country === "-" ? app.text("international") : countryName(app, country, found?.country)];
  const crumbs = here.map((_, index) => app.element("a", { class: "pill", href: `${place}/${here.slice(0, index).map(path).join("/")}` }, words[index]));
  const body = app.element("div", {});
  app.replace(app.root, app.element("h1", {}, app.text("favourites")), app.element("p", { class: "row" }, crumbs), body);
  if (!isIn(app)) return app.replace(body, signIn(app));
  // Who has chosen enough goes on to home from each step.
  app.root.append(app.element("p", { class: "row" }, app.element("a", { class: "button plain", id: "to-home", href: "/" }, app.text("toHome"))));
  const all = `${place}/${here.map(path).join("/")}/${path(league ?? "")}`;
  if (view === "deck") return (await import("./deck.js")).deckPage(app, body, league, all);
  if (league) return teams(app, body, league, all);
  if (country) return leagues(app, body, place, continent, country);
  if (continent) return countries(app, body, place, continent);
  const { items } = await app.get(`${base}/continents`);
  app.replace(body, app.element("p", { class: "muted" }, app.text("chooseContinent")),
    app.element("fh-list", { label: app.text("chooseContinent") }, items.map(item => row(app, `${place}/${path(item.id)}`, continentName(app, item.name), item.leagues))));
  await chosen(app, body);
}

const row = (app, href, name, leagues) => app.element("a", { href }, app.element("span", { class: "grow" }, name), app.element("span", { class: "pill" }, app.text("leagueCount", { n: leagues })));

async function countries(app, body, place, continent) {
  const [{ items }, found] = await Promise.all([app.get(`${base}/countries?continent=${path(continent)}`), app.get(`${base}/leagues?continent=${path(continent)}`)]);
  const between = found.items.filter(league => !league.country).length;
  app.replace(body, app.element("p", { class: "muted" }, app.text("chooseCountry")), app.element("fh-list", { label: app.text("chooseCountry") },
    items.map(item => ({ ...item, shown: countryName(app, item.name, item.country) })).sort((one, other) => one.shown.localeCompare(other.shown, app.language))
      .map(item => row(app, `${place}/${path(continent)}/${path(item.name)}`, item.shown, item.leagues)),
    between > 0 && row(app, `${place}/${path(continent)}/-`, app.text("international"), between)));
}

async function leagues(app, body, place, continent, country) {
  const query = country === "-" ? "" : `&country=${path(country)}`;
  const { items } = await app.get(`${base}/leagues?continent=${path(continent)}${query}`);
  const shown = country === "-" ? items.filter(league => !league.country) : items;
  const mine = await app.get(`${base}/me/favourites`);
  app.replace(body, app.element("p", { class: "muted" }, app.text("chooseLeague")), app.element("fh-list", { label: app.text("chooseLeague") }, shown.map(league =>
    app.element("div", {}, sign(app, league), app.element("a", { class: "grow", href: `${place}/${path(continent)}/${path(country)}/${path(league.id)}` }, league.name),
      heart(app, "leagues", league, mine.leagues.some(({ id }) => id === league.id))))));
}

async function teams(app, body, league, place) {
  const [found, { items }, mine] = await Promise.all([app.get(`${base}/leagues/${path(league)}`), app.get(`${base}/leagues/${path(league)}/teams`), app.get(`${base}/me/favourites`)]);
  const own = app.element("span", {});
  const drawOwn = is => app.replace(own, heart(app, "leagues", found, is));
  const isOwn = ({ leagues }) => leagues.some(({ id }) => id === found.id);
  // With a team its league comes along, until one says otherwise; that need not be this one.
  const askOwn = async () => drawOwn(isOwn(await app.get(`${base}/me/favourites`)));
  drawOwn(isOwn(mine));
  app.replace(body, app.element("p", { class: "row" }, app.element("a", { class: "grow", href: `/${app.area}/leagues/${path(league)}` }, found.name), own),
    items.length > 0 && app.element("p", {}, app.element("a", { class: "button plain", href: `${place}/deck` }, app.text("teamsOneByOne"))),
    app.element("fh-list", { label: app.text("teams") }, items.map(team => app.element("div", {}, sign(app, team, "team"), app.element("span", { class: "grow" }, team.name),
      heart(app, "teams", team, mine.teams.some(({ id }) => id === team.id), is => { if (is) askOwn().catch(() => null); })))));
}

/** A heart that says whether a league or team is a favourite, and changes it. */
export function heart(app, kind, { id, name }, isOn, changed = /** @type {(is: boolean) => void} */ (() => null)) {
  const place = app.element("span", { class: "heart" });
  const draw = (is, focus) => {
    const node = app.element("button", { type: "button", class: "plain", "aria-pressed": String(is), "aria-label": app.text(is ? "unfavour" : "favour", { name }), onclick: async () => {
      node.disabled = true;
      try {
        await (is ? app.remove : app.put)(`${base}/me/favourites/${kind}/${path(id)}`);
        draw(!is, true);
        changed(!is);
      } catch (problem) {
        node.disabled = false;
        app.announce(problem.message);
      }
    } }, is ? "♥" : "♡");
    app.replace(place, node);
    if (focus) node.focus();
  };
  draw(isOn, false);
  return place;
}

// What I have chosen so far.
async function chosen(app, body) {
  const mine = await app.get(`${base}/me/favourites`);
  const part = (kind, title, items, none) => app.element("section", { id: `my-${kind}` }, app.element("h2", {}, app.text(title)), items.length
    ? app.element("fh-list", { label: app.text(title) }, items.map(item => app.element("div", {}, sign(app, item, kind === "teams" ? "team" : ""),
      app.element("span", { class: "grow" }, item.name), heart(app, kind, item, true))))
    : app.element("p", { class: "muted" }, app.text(none)));
  body.append(part("leagues", "favouriteLeagues", mine.leagues, "noFavouriteLeagues"), part("teams", "favouriteTeams", mine.teams, "noFavouriteTeams"));
}
