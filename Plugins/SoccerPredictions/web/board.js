// The leaderboard of a league, and its table of teams.

/** The tables there are: as it is, as if the matches that are being played ended now, and of the last five matches. */
export const views = ["now", "live", "form"];

// What a narrow screen leaves out until the device is turned.
const wide = new Set(["won", "drawn", "lost", "form"]);
const heads = ["rank", "team", "played_", "won", "drawn", "lost", "difference", "pts", "form"];

export function standings(app, body, { items }) {
  const cell = (name, index, value) => app.element(name, { scope: name === "th" ? "col" : null, class: wide.has(heads[index]) ? "wide" : null }, value);
  const form = row => app.element("span", { class: "form" }, row.form.map(result => app.element("abbr", { class: result, title: app.text(`result.${result}`) }, app.text(result))));
  const team = row => app.element("span", {}, row.team.name, row.isPlaying && app.element("span", { class: "live", role: "img", "aria-label": app.text("live") }));
  app.replace(body, items.map(table => app.element("section", { class: "card scroll" }, table.name && app.element("h2", {}, table.name),
    app.element("table", {}, app.element("thead", {}, app.element("tr", {}, heads.map((head, index) => cell("th", index, app.text(head))))),
      app.element("tbody", {}, table.rows.map(row => app.element("tr", {}, [String(row.position), team(row), ...[row.played, row.won, row.drawn, row.lost,
        row.goalDifference, row.points].map(String), form(row)].map((value, index) => cell("td", index, value)))))))));
}

export async function leaderboard(app, body, path, season = "") {
  const board = app.element("fh-leaderboard", { label: app.text("board"), me: app.text("you") });
  const more = app.element("button", { class: "plain", hidden: true }, app.text("more"));
  const isIn = app.me && app.me.kind !== "guest";
  const asides = new Map();
  const aside = account => {
    if (!isIn) return app.element("a", { class: "button plain", href: `/sign-in?back=${encodeURIComponent(location.pathname)}`, "aria-label": `${app.text("follow")}: ${account.name}` }, app.text("follow"));
    if (account.id === app.me.id) return null;
    if (!asides.has(account.id)) asides.set(account.id, follow(app, account));
    return asides.get(account.id);
  };
  const row = (entry, isMine) => ({ key: isMine ? "me" : entry.account.id, rank: entry.rank, name: entry.account.name, picture: entry.account.picture, href: `/people/${encodeURIComponent(entry.account.id)}`,
    detail: detail(app, entry), score: entry.score, isMe: isMine, aside: aside(entry.account) });
  let [after, rows] = [null, []];
  const load = async () => {
    const query = new URLSearchParams({ ...(season && { season }), ...(after && { after }) });
    const page = await app.get(`${path}/leaderboard${query.size ? `?${query}` : ""}`);
    if (!after && page.me) rows.push(row(page.me, true));
    rows = [...rows, ...page.items.map(entry => row(entry, false))];
    board.rows = rows;
    after = page.next;
    more.hidden = !after;
    if (!page.size) app.replace(body, app.element("p", { class: "muted" }, app.text("empty")));
  };
  more.addEventListener("click", () => load().catch(problem => app.announce(problem.message)));
  app.replace(body, board, more);
  await load();
}

// Where somebody is from, and how much they have predicted.
function detail(app, { account, details }) {
  const country = account.country && new Intl.DisplayNames([app.language, "en"], { type: "region" }).of(account.country);
  const count = app.text("predictionCount", { n: new Intl.NumberFormat(app.language).format(details.predictions ?? 0) });
  return [country, count].filter(Boolean).join(" · ");
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
