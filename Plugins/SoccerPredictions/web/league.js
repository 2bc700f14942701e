// A league: its matches, the table of its teams, the teams, and the leaderboard of people. In the lobby what is to predict, and the leaderboard.
import { leaderboard, standings, views } from "./board.js";
import { keep, matchCard } from "./card.js";
import { base, continentName, sign } from "./parts.js";

const lists = ["live", "upcoming", "played"];
// So many matches are asked for at once, as many as are given: the lobby shows all of them, the tracker more with each press.
const [mostAtOnce, first] = [400, 30];

export async function leaguePage(app, section, id, part = section === "lobby" ? "predict" : "upcoming", view = "now") {
  const path = `${base}/leagues/${encodeURIComponent(id)}`;
  const seasons = (await app.get(`${path}/seasons`)).items;
  const season = new URLSearchParams(location.search).get("season") ?? "";
  const query = season ? `?season=${encodeURIComponent(season)}` : "";
  const league = await app.get(`${path}${query}`);
  const body = app.element("div", {});
  const name = `${league.name} ${league.season}`;
  const place = `/${app.area}/${section}/${encodeURIComponent(id)}`;
  const home = `/${app.area}/leagues/${encodeURIComponent(id)}`;
  const share = part === "board" ? await app.share(`${home}/board`, name, link => app.text("shareBoard", { league: name, link }))
    : await app.share(home, name, link => app.text("shareLeague", { league: name, link }));
  const pick = app.element("select", { "aria-label": app.text("season"), onchange: () => app.go(`${place}/${part}${pick.value ? `?season=${encodeURIComponent(pick.value)}` : ""}`) },
    app.element("option", { value: "" }, app.text("seasonNow")), seasons.map(one => app.element("option", { value: one.id, selected: one.id === season }, one.season)));
  const row = (label, entries) => app.element("fh-tabs", { label }, entries.map(([key, to, isOpen]) =>
    app.element("a", { href: `${place}/${to}${query}`, "aria-current": isOpen ? "page" : null }, app.text(key))));
  const parts = section === "lobby" ? [["upcoming", "predict", part === "predict"], ["board", "board", part === "board"]]
    : [["matches", "upcoming", lists.includes(part)], ...["standings", "teams", "board"].map(key => [key, key, key === part])];
  app.replace(app.root, app.element("section", { class: "card person" }, sign(app, league), app.element("div", {}, app.element("h1", {}, name), app.element("span", { class: "muted" }, continentName(app, league.continent))), seasons.length > 1 && pick),
    row(league.name, parts), lists.includes(part) && row(app.text("matches"), lists.map(list => [list, list, list === part])),
    part === "standings" && row(app.text("standings"), views.map(key => [`table.${key}`, `standings/${key}`, key === view])), body);
  const draw = async () => {
    if (part === "standings") return standings(app, body, await app.get(`${path}/standings?view=${encodeURIComponent(view)}${query.replace("?", "&")}`));
    if (part === "board") return leaderboard(app, body, path, season);
    if (part === "teams") return (await import("./teams.js")).teamList(app, body, id, query);
    await matches();
  };
  const matches = async () => {
    const isLobby = part === "predict";
    const state = isLobby ? "upcoming" : part;
    let after = null;
    const load = async () => {
      const query = new URLSearchParams({ state, limit: String(isLobby ? mostAtOnce : first), ...(season && { season }), ...(after && { after }) });
      const [{ items, next }, entries] = await Promise.all([app.get(`${path}/matches?${query}`), app.queue.list()]);
      if (!after) app.replace(body, items.length ? more : nothing(app, state, home));
      more.before(...items.map(match => matchCard(app, match, entries)));
      after = next;
      more.hidden = isLobby || !after;
    };
    const more = app.action(app.text("more"), load);
    do await load(); while (isLobby && after);
  };
  await draw();
  app.root.append(share);
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
