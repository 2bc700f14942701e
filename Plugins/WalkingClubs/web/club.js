// A club: the ranking of its groups, when it plays, whom it meets in walking, and what can be earned.
import { at, base, crest, dayName, look, number } from "./common.js";
import { paged } from "./boards.js";

export default async function page(app) {
  const { club: id } = app.parameters;
  const path = `${base}/clubs/${encodeURIComponent(id)}`;
  const [board, matches, duels] = await Promise.all([app.get(`${path}/board?limit=50`), app.get(`${path}/match-days`), app.get(`${path}/duels`)]);
  const ranks = app.element("div", {});
  const { club } = board;
  app.replace(app.root, look(app), app.element("p", { class: "back" }, app.element("a", { href: at(app, "boards", "clubs", "national") }, app.text("boards"))),
    app.element("div", { class: "club-head" }, crest(app, club, "large"), app.element("div", {}, app.element("h1", {}, app.element("bdi", {}, club.name)),
      app.element("p", { class: "muted" }, [club.country && new Intl.DisplayNames(app.language, { type: "region" }).of(club.country), app.text("playersOf", { n: number(app, club.members) })].filter(Boolean).join(" · ")))),
    app.element("h2", {}, app.text("groups")), ranks,
    app.element("h2", {}, app.text("matchDays")), matches.items.length ? app.element("fh-list", { label: app.text("matchDays") }, matches.items.slice(0, 5).map(match =>
      app.element("div", {}, app.icon("ball"), app.element("span", { class: "grow" }, dayName(app, match.day), match.opponent && app.element("small", {}, app.element("bdi", {}, match.opponent))))))
      : app.element("p", { class: "muted" }, app.text("noMatchDays")),
    duels.items.length > 0 && [app.element("h2", {}, app.text("duels")), app.element("fh-list", { label: app.text("duels") }, duels.items.slice(0, 8).map(duel => meeting(app, duel)))]);
  const row = (one, key = one.group.id) => ({ key, rank: one.rank, name: one.group.name, picture: one.group.picture, detail: app.text("playersOf", { n: number(app, one.group.members) }), score: one.points, isMe: one.isMine });
  paged(app, ranks, board, `${path}/board?limit=50`, found => found.items.map(one => row(one)), board.me && [row(board.me, "own")], "noGroups");
}

export function meeting(app, duel) {
  const value = one => one === null || one === undefined ? "–" : number(app, one, 1);
  return app.element("div", { class: "duel" }, crest(app, duel.home, "small"), app.element("span", { class: "grow" },
    app.element("span", {}, app.element("bdi", {}, duel.home.name), " – ", app.element("bdi", {}, duel.away.name)),
    app.element("small", {}, `${dayName(app, duel.firstDay, { day: "numeric", month: "short" })} – ${dayName(app, duel.lastDay, { day: "numeric", month: "short" })}${duel.isSettled ? "" : ` · ${app.text("goesOn")}`}`)),
  app.element("strong", { dir: "ltr" }, `${value(duel.homeValue)} : ${value(duel.awayValue)}`), crest(app, duel.away, "small"));
}
