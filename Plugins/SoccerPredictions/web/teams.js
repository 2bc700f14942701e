// The teams of a league in its season, each with a heart for whoever is signed in.
import { heart } from "./favourites.js";
import { base, isIn, path, sign } from "./parts.js";

export async function teamList(app, body, league, query = "") {
  const { items } = await app.get(`${base}/leagues/${path(league)}/teams${query}`);
  const mine = isIn(app) ? (await app.get(`${base}/me/favourites`)).teams.map(({ id }) => id) : null;
  const login = () => app.element("a", { class: "button plain", href: `/sign-in?back=${encodeURIComponent(location.pathname)}` }, app.text("favour_"));
  app.replace(body, app.element("fh-list", { label: app.text("teams") }, items.map(team => app.element("div", {}, sign(app, team, "team"),
    app.element("span", { class: "grow" }, team.name), mine ? heart(app, "teams", team, mine.includes(team.id)) : login()))));
}
