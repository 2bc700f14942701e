// The pages of soccer predictions: leagues, matches to predict and follow, a match, the leaderboard.

const base = "/v1/soccer-predictions";

export default async function page(app) {
  const [kind, id, part] = app.path.split("/").map(decodeURIComponent);
  if (kind === "leagues" && id) return leaguePage(app, id, part || "upcoming");
  if (kind === "matches" && id) return matchPage(app, id);
  return leaguesPage(app);
}

async function leaguesPage(app) {
  const { items } = await app.get(`${base}/leagues`);
  app.replace(app.root, app.element("h1", {}, app.text("leagues")), app.element("div", { class: "entries" }, items.map(league =>
    app.element("a", { class: "card entry", href: `/${app.area}/leagues/${encodeURIComponent(league.id)}` }, app.crest(league.name),
      app.element("span", {}, app.element("span", {}, `${league.name} ${league.season}`),
        app.element("span", { class: "muted" }, league.country ?? league.continent))))));
}

async function leaguePage(app, id, part) {
  const path = `${base}/leagues/${encodeURIComponent(id)}`;
  const league = await app.get(path);
  const body = app.element("div", {});
  const name = `${league.name} ${league.season}`;
  const place = `/${app.area}/leagues/${encodeURIComponent(id)}`;
  const share = part === "board" ? await app.share(`${place}/board`, name, link => app.text("shareBoard", { league: name, link }))
    : await app.share(place, name, link => app.text("shareLeague", { league: name, link }));
  const parts = ["live", "upcoming", "played", "standings", "board"];
  app.replace(app.root, app.element("h1", {}, `${league.name} ${league.season}`),
    app.element("nav", { class: "parts", "aria-label": league.name }, parts.map(name => app.element("a", {
      class: name === part ? "button" : "button plain", href: `/${app.area}/leagues/${encodeURIComponent(id)}/${name}`,
      "aria-current": name === part ? "page" : null }, app.text(name)))), body, share);
  app.root.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const draw = async () => {
    if (part === "standings") return standings(app, body, await app.get(`${path}/standings`));
    if (part === "board") return leaderboard(app, body, path);
    const { items } = await app.get(`${path}/matches?state=${part}&limit=30`);
    app.replace(body, items.length ? items.map(match => matchCard(app, match, draw)) : app.element("p", { class: "muted" }, app.text("empty")));
  };
  await draw();
  if (part === "standings" || part === "live") return app.watch([`${app.area}/leagues/${id}`], () => draw().catch(() => null));
}

function matchCard(app, match, redraw) {
  const time = new Intl.DateTimeFormat(app.language, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const score = match.score ? `${match.score.home} – ${match.score.away}` : "–";
  const side = (name, team) => app.element("span", { class: name }, app.crest(shortName(team.name), "team"), app.element("span", {}, team.name));
  const middle = match.state === "upcoming" && !match.score ? new Date(match.kickOff).toLocaleTimeString(app.language, { hour: "2-digit", minute: "2-digit" }) : score;
  const href = `/${app.area}/matches/${encodeURIComponent(match.id)}`;
  return app.element("article", { class: "card match" },
    side("home", match.home),
    app.element("a", { class: middle === score ? "score" : "score time", href, "aria-label": `${match.home.name} ${middle} ${match.away.name}` }, middle),
    side("away", match.away),
    app.element("span", { class: "meta" }, match.round ?? "", app.element("time", { datetime: match.kickOff }, time.format(new Date(match.kickOff))),
      match.state === "live" ? app.element("strong", { class: "live" }, /^\d/.test(match.minute) ? `${match.minute}′` : match.minute) : match.state === "upcoming" ? "" : app.text(`state.${match.state}`)),
    predictRow(app, match, redraw));
}

// A team's name without what only says that it is a club.
const shortName = name => name.split(" ").filter(word => !/^(A?FC|CF|AC|SC|AS)$/.test(word)).join(" ");

function predictRow(app, match, redraw) {
  if (!match.predictionsOpen) {
    const mine = match.prediction;
    if (!mine) return app.element("p", { class: "predict muted" }, app.text("closed"));
    const points = mine.points === undefined || mine.points === null ? "" : ` · ${app.text("points", { n: mine.points })}`;
    return app.element("p", { class: "predict" }, app.text("yours", { score: `${mine.home} – ${mine.away}` }) + points);
  }
  if (!app.me || app.me.kind === "guest") {
    return app.element("p", { class: "predict" }, app.element("a", { class: "button plain", href: `/sign-in?back=${encodeURIComponent(location.pathname)}` },
      app.text("signInToPredict")));
  }
  const field = (side, value) => app.element("input", { type: "number", min: 0, max: 99, required: true, inputmode: "numeric", name: side,
    value: value ?? "", placeholder: "–", "aria-label": app.text("home", { team: match[side].name }) });
  const home = field("home", match.prediction?.home);
  const away = field("away", match.prediction?.away);
  const error = app.element("span", { class: "error", role: "alert" });
  const save = async event => {
    event.preventDefault();
    error.textContent = "";
    try {
      await app.put(`${base}/matches/${encodeURIComponent(match.id)}/prediction`, { home: Number(home.value), away: Number(away.value) });
      app.announce(app.text("saved"));
      await redraw();
    } catch (problem) {
      error.textContent = problem.errors?.[0]?.detail ?? problem.message;
    }
  };
  return app.element("form", { class: "predict", onsubmit: save }, home, app.element("span", { "aria-hidden": "true" }, "–"), away,
    app.element("button", { type: "submit" }, app.text(match.prediction ? "save" : "predict")), error);
}

async function matchPage(app, id) {
  const path = `${base}/matches/${encodeURIComponent(id)}`;
  const body = app.element("div", {});
  const draw = async () => {
    const match = await app.get(path);
    const averages = match.averages;
    const percent = value => Math.round(value);
    app.replace(body, app.element("h1", {}, `${match.home.name} – ${match.away.name}`),
      app.element("p", {}, app.element("a", { href: `/${app.area}/leagues/${encodeURIComponent(match.league.id)}` }, match.league.name)),
      matchCard(app, match, draw),
      match.stadium && app.element("p", { class: "muted" }, match.stadium),
      averages && app.element("p", { class: "card" }, app.text("averages", {
        n: averages.predictions, home: percent(averages.homeWin), draw: percent(averages.draw), away: percent(averages.awayWin) }),
        app.element("br"), app.text("meanScore", { score: `${mean(app, averages.home)} – ${mean(app, averages.away)}` })),
      match.highlights.length > 0 && goals(app, match), await receipt(app, match, path), await friends(app, match, path));
    return match;
  };
  const match = await draw();
  const name = `${match.home.name} – ${match.away.name}`;
  const share = await app.share(`/${app.area}/matches/${encodeURIComponent(id)}`, name, link => app.text("shareMatch", { match: name, link }));
  // What is written there stays while the match above it changes.
  const posts = await app.feed("match", id);
  app.replace(app.root, body, share, posts.node);
  const topic = `${app.area}/matches/${id}`;
  const hear = (name, event) => {
    if (name === "reset" || event.topic === topic) draw().catch(() => null);
    posts.hear(name, event);
  };
  return app.watch([topic, ...posts.topics], hear, () => posts.catchUp());
}

function goals(app, match) {
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("goals")), app.element("ul", {},
    match.highlights.map(goal => app.element("li", {}, `${goal.minute}′ ${goal.scorer} (${match[goal.side].name})`
      + (goal.kind === "play" ? "" : ` – ${app.text(goal.kind)}`)))));
}

const mean = (app, value) => new Intl.NumberFormat(app.language, { maximumFractionDigits: 1 }).format(value);

// What those whom I follow have predicted, once nobody can predict any more.
async function friends(app, match, path) {
  if (!app.me || app.me.kind === "guest") return null;
  const { items } = match.predictionsOpen ? { items: [] } : await app.get(`${path}/predictions/friends`);
  return app.element("section", { class: "card", id: "friends" }, app.element("h2", {}, app.text("friends")),
    items.length === 0 && app.element("p", { class: "muted" }, app.text(match.predictionsOpen ? "friendsOpen" : "friendsNone")),
    app.element("ul", { class: "plain" }, items.map(({ account, home, away, points }) => app.element("li", {},
      app.element("a", { href: `/people/${encodeURIComponent(account.id)}` }, app.element("bdi", {}, account.name)), ` ${home} – ${away}`,
      points === undefined || points === null ? "" : ` · ${app.text("points", { n: points })}`))));
}

async function receipt(app, match, path) {
  if (match.prediction?.points === undefined || match.prediction?.points === null) return null;
  const found = await app.get(`${path}/prediction/receipt`);
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("receipt")), app.element("dl", { class: "facts" },
    found.components.flatMap(part => [app.element("dt", {}, `${app.text(part.kind)} (${part.predicted})`), app.element("dd", {}, String(part.points))]),
    app.element("dt", {}, app.element("strong", {}, app.text("total"))), app.element("dd", {}, app.element("strong", {}, String(found.total)))));
}

function standings(app, body, { items }) {
  const heads = ["", "team", "played_", "won", "drawn", "lost", "difference", "pts"];
  app.replace(body, items.map(table => app.element("section", { class: "card scroll" }, table.name && app.element("h2", {}, table.name),
    app.element("table", {}, app.element("thead", {}, app.element("tr", {}, heads.map(head => app.element("th", { scope: "col" }, head && app.text(head))))),
      app.element("tbody", {}, table.rows.map(row => app.element("tr", {}, [row.position, row.team.name, row.played, row.won, row.drawn, row.lost,
        row.goalDifference, row.points].map(value => app.element("td", {}, String(value))))))))));
}

async function leaderboard(app, body, path) {
  const rows = app.element("tbody", {});
  const more = app.element("button", { class: "plain" }, app.text("more"));
  let after = null;
  const isIn = app.me && app.me.kind !== "guest";
  const cell = value => app.element("td", {}, value);
  const row = (entry, isMe) => app.element("tr", { class: isMe ? "me" : null }, cell(String(entry.rank)), cell(person(app, entry.account)),
    cell(String(entry.details.predictions ?? 0)), app.element("td", { class: "points" }, String(entry.score)), isIn && cell(entry.account.id === app.me.id ? "" : follow(app, entry.account)));
  const load = async () => {
    const board = await app.get(`${path}/leaderboard${after ? `?after=${after}` : ""}`);
    if (!after && board.me) rows.append(row(board.me, true));
    rows.append(...board.items.map(entry => row(entry, false)));
    after = board.next;
    more.hidden = !after;
    if (!board.size) app.replace(body, app.element("p", { class: "muted" }, app.text("empty")));
  };
  more.addEventListener("click", () => load().catch(problem => app.announce(problem.message)));
  app.replace(body, app.element("section", { class: "card scroll" }, app.element("table", {}, app.element("thead", {}, app.element("tr", {},
    ["rank", "name", "predictions", "pts", ...isIn ? ["follow"] : []].map(head => app.element("th", { scope: "col" }, app.text(head))))), rows), more));
  await load();
}

// The name leads to the person's page.
function person(app, { id, name, country, picture }) {
  const known = country && new Intl.DisplayNames([app.language, "en"], { type: "region" }).of(country);
  return app.element("span", { class: "who" }, picture ? app.element("img", { class: "avatar", src: picture, alt: "" }) : app.crest(name),
    app.element("span", {}, app.element("a", { href: `/people/${encodeURIComponent(id)}` }, app.element("bdi", {}, name)),
      known && app.element("span", { class: "muted" }, ` ${known}`)));
}

// Following somebody, or no more, without leaving the board.
function follow(app, { id, name }) {
  const place = app.element("span", {});
  const draw = following => {
    const button = app.element("button", { class: "plain", onclick: async () => {
      button.disabled = true;
      try {
        await (following ? app.remove : app.put)(`/v1/me/following/${encodeURIComponent(id)}`);
        draw(!following);
        place.firstChild.focus();
      } catch (problem) {
        button.disabled = false;
        app.announce(problem.message);
      }
    } }, app.text(following ? "unfollow" : "follow"));
    button.setAttribute("aria-label", `${button.textContent}: ${name}`);
    app.replace(place, button);
  };
  app.get(`/v1/people/${encodeURIComponent(id)}`).then(({ relation }) => draw(relation.following)).catch(() => null);
  return place;
}
