// The boards of clubs and of people, national and international; of people also within my club.
import { at, base, head, number } from "./common.js";

const scopes = { clubs: ["national", "international"], people: ["club", "national", "international"] };
const measures = ["total", "average", "improved"];

export default async function page(app) {
  const kind = app.parameters.kind === "people" ? "people" : "clubs";
  const scope = scopes[kind].includes(app.parameters.scope) ? app.parameters.scope : scopes[kind][0];
  const query = new URLSearchParams(location.search);
  const [me, { items: seasons }] = await Promise.all([app.me ? app.get(`${base}/me`) : null, app.get(`${base}/seasons`)]);
  const season = query.get("season") ?? me?.season?.id ?? seasons[0]?.id;
  const measure = measures.includes(query.get("measure")) ? query.get("measure") : "total";
  const body = app.element("div", {});
  app.replace(app.root, ...head(app, app.text("boards")), tabs(app, kind, scope, season), kind === "clubs" && choice(app, measure, season), seasonChoice(app, seasons, season), body);
  if (!season) return app.replace(body, app.element("fh-empty", { icon: "chart", heading: app.text("noSeason"), detail: app.text("noSeasonDetail") }));
  const draw = () => (kind === "clubs" ? clubs(app, body, scope, measure, season) : people(app, body, scope, me, season));
  await draw();
  return me?.club ? app.watch([`${app.area}/clubs/${me.club.id}`], () => draw().catch(() => null)) : null;
}

function tabs(app, kind, scope, season) {
  const of = season ? `?season=${encodeURIComponent(season)}` : "";
  const tab = (one, other, label) => app.element("a", { href: at(app, "boards", one, other) + of, "aria-current": one === kind && other === scope ? "page" : null }, label);
  return [app.element("fh-tabs", { label: app.text("boards") }, Object.keys(scopes).map(one =>
    app.element("a", { href: at(app, "boards", one, scopes[one][0]) + of, "aria-current": one === kind ? "page" : null }, app.text(`boards.${one}`)))),
  app.element("fh-tabs", { label: app.text(`boards.${kind}`) }, scopes[kind].map(other => tab(kind, other, app.text(`scope.${other}`))))];
}

function choice(app, measure, season) {
  return app.element("p", { class: "row measures" }, measures.map(name => app.element("a", { class: name === measure ? "button" : "button plain", "aria-current": name === measure ? "true" : null,
    href: `${location.pathname}?measure=${name}${season ? `&season=${encodeURIComponent(season)}` : ""}` }, app.text(`measure.${name}`))));
}

function seasonChoice(app, seasons, season) {
  if (seasons.length < 2) return null;
  return app.element("div", { class: "field" }, app.element("label", { for: "season" }, app.text("season")), app.element("select", { id: "season",
    onchange: event => app.go(`${location.pathname}?season=${encodeURIComponent(event.target.value)}`) },
  seasons.map(one => app.element("option", { value: one.id, selected: one.id === season }, one.title))));
}

const value = (app, measure, row) => measure === "total" ? row.value : measure === "average" ? Math.round(row.value * 10) / 10 : Math.round(row.value);

export function clubRow(app, row, measure, key = row.club.id) {
  const detail = [app.text("playersOf", { n: number(app, row.club.members) }), measure !== "total" && app.text("pointsOf", { n: number(app, row.points) }),
    measure === "improved" && app.text("percentMore")].filter(Boolean).join(" · ");
  return { key, rank: row.rank, name: row.club.name, picture: row.club.picture, href: at(app, "clubs", row.club.id), detail, score: value(app, measure, row), isMe: row.isMine };
}

async function clubs(app, body, scope, measure, season) {
  const path = `${base}/boards/clubs?scope=${scope}&measure=${measure}&season=${encodeURIComponent(season)}&limit=50`;
  const board = await app.get(path);
  paged(app, body, board, path, page => page.items.map(row => clubRow(app, row, measure)), board.me && [clubRow(app, board.me, measure, "own")], "noRanks");
}

const partOf = (scope, me) => scope === "club" ? `club/${me.club.id}` : scope === "national" ? `country/${me.club.country ?? ""}` : "";

async function people(app, body, scope, me, season) {
  if (scope !== "international" && !me?.club) {
    return app.replace(body, app.element("fh-empty", { icon: "people", heading: app.text("noClub"), detail: app.text("noClubDetail") }, app.element("a", { class: "button", href: at(app, "join") }, app.text("chooseClub"))));
  }
  const path = `/v1/leaderboards/${app.area}/points?season=${encodeURIComponent(season)}&partition=${encodeURIComponent(partOf(scope, me))}&limit=50`;
  const board = await app.get(path);
  const row = (entry, key = entry.account.id) => ({ key, rank: entry.rank, name: entry.account.name, picture: entry.account.picture, href: `/people/${encodeURIComponent(entry.account.id)}`,
    score: entry.score, isMe: entry.account.id === app.me?.id });
  return paged(app, body, board, path, page => page.items.map(entry => row(entry)), board.me && [row(board.me, "own")], "noRanks");
}

// My row, then all, some at a time.
export function paged(app, body, first, path, rows, own, none) {
  const list = app.element("fh-leaderboard", { label: app.text("boards"), me: app.text("me") });
  const mine = own && app.element("fh-leaderboard", { label: app.text("myRank"), me: app.text("me"), class: "own-row" });
  const more = app.element("button", { type: "button", class: "plain" }, app.text("more"));
  let all = rows(first);
  const show = page => {
    list.rows = all;
    more.hidden = !page.next;
    more.onclick = async () => {
      const next = await app.get(`${path}&after=${encodeURIComponent(page.next)}`);
      all = [...all, ...rows(next)];
      show(next);
    };
  };
  if (mine) mine.rows = own;
  show(first);
  app.replace(body, mine, all.length ? list : app.element("fh-empty", { icon: "chart", heading: app.text(none), detail: app.text(`${none}Detail`) }), more);
}
