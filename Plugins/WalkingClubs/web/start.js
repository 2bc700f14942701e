// The start: how my club stands, yesterday's session, and the ways to everything else.
import { deviceZone } from "/formats.js";
import { at, base, crest, earlier, first, look, number } from "./common.js";
import { dayCard } from "./day-card.js";

export default async function page(app) {
  const me = app.me ? await app.get(`${base}/me`) : null;
  const missing = first(app, me);
  if (missing) {
    return app.replace(app.root, look(app), app.element("h1", {}, app.text("title")), missing,
      app.element("p", {}, app.element("a", { class: "button plain", href: at(app, "boards", "clubs", "international") }, app.text("boards"))));
  }
  // Days are those of where somebody walks: in which zone times are shown does not move them.
  const zone = deviceZone();
  if (zone !== me.timeZone) await app.put(`${base}/me/zone`, { timeZone: zone }).catch(() => null);
  const days = await draw(app, me);
  if (days.length >= 3) import("./happy.js").then(happy => happy.default(app, me, days)).catch(() => null);
  return app.watch([`${app.area}/me/${app.me.id}`, `${app.area}/clubs/${me.club.id}`], () => draw(app, me).catch(() => null));
}

async function draw(app, me) {
  const yesterday = earlier(me.today);
  const [board, mine, { items: days }] = await Promise.all([me.season ? app.get(`${base}/boards/clubs?scope=national&limit=3`) : { me: null }, app.get(`${base}/me`), app.get(`${base}/me/days?limit=3`)]);
  const way = (to, sign, label) => app.element("a", { href: to }, app.icon(sign), app.element("span", { class: "grow" }, label));
  app.replace(app.root, look(app), app.element("h1", { class: "off-screen" }, app.text("title")), standing(app, mine, board.me),
    dayCard(app, yesterday, days.find(day => day.day === yesterday), app.text("yesterday")),
    app.element("fh-list", { label: app.text("title"), class: "launcher" }, way(at(app, "days"), "calendar", app.text("sessions")),
      way(at(app, "boards", "clubs", "national"), "chart", app.text("boards")), way(`/groups/${app.area}/${me.club.id}/chat`, "chat", app.text("clubChat")),
      way(at(app, "walks"), "people", app.text("walks")), way(at(app, "league"), "trophy", app.text("league")), way(at(app, "badges"), "medal", app.text("badges")),
      way("/invite", "gift", app.text("inviteFriends", { points: number(app, mine.season?.rules.invitationPoints ?? 0) })),
      way(at(app, "settings"), "settings", app.text("settings")), mine.runsClub && way(at(app, "run"), "shield", app.text("runClub"))));
  return days;
}

function standing(app, me, row) {
  const facts = row ? [app.text("rankOf", { n: number(app, row.rank) }), app.text("pointsOf", { n: number(app, row.points) }), app.text("playersOf", { n: number(app, row.club.members) })] : [];
  return app.element("a", { class: "card own", href: at(app, "clubs", me.club.id) }, crest(app, me.club, "large"), app.element("span", { class: "grow" },
    app.element("bdi", {}, me.club.name), app.element("small", {}, app.element("bdi", {}, me.group?.name ?? "")), app.element("small", {}, facts.join(" · "))),
  app.element("span", { class: "mine" }, app.element("strong", {}, number(app, me.points)), app.element("small", {}, app.text("myPoints"))));
}
