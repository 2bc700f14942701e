// The walking league: a table for each division, and my club's meetings.
import { at, base, crest, head, number } from "./common.js";
import { meeting } from "./club.js";

export default async function page(app) {
  const [me, { items: seasons }] = await Promise.all([app.me ? app.get(`${base}/me`) : null, app.get(`${base}/seasons`)]);
  const season = me?.season ?? seasons[0];
  const [tables, duels] = await Promise.all([season ? app.get(`${base}/seasons/${encodeURIComponent(season.id)}/league`) : { items: [] },
    me?.club ? app.get(`${base}/clubs/${encodeURIComponent(me.club.id)}/duels`) : { items: [] }]);
  app.replace(app.root, ...head(app, app.text("league"), app.element("p", {}, app.text("leagueDetail"))),
    tables.items.length ? tables.items.map(division => table(app, division, me?.club?.id)) : app.element("fh-empty", { icon: "trophy", heading: app.text("noLeague"), detail: app.text("noLeagueDetail") }),
    duels.items.length > 0 && [app.element("h2", {}, app.text("duels")), app.element("fh-list", { label: app.text("duels") }, duels.items.map(duel => meeting(app, duel)))]);
}

function table(app, division, mine) {
  const cells = ["played", "won", "drawn", "lost", "difference", "points"];
  return app.element("section", { class: "card scroll" }, app.element("h2", {}, app.text("division", { n: number(app, division.division) })), app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, app.element("th", { scope: "col" }, app.text("club")), cells.map(cell => app.element("th", { scope: "col" }, app.text(`table.${cell}`))))),
    app.element("tbody", {}, division.rows.map(row => app.element("tr", { class: row.club.id === mine ? "me" : null },
      app.element("th", { scope: "row" }, app.element("a", { href: at(app, "clubs", row.club.id), class: "person" }, crest(app, row.club, "small"), app.element("bdi", {}, row.club.name))),
      cells.map(cell => app.element("td", {}, number(app, row[cell], 1))))))));
}
