// The leaderboard of a league, and its table of teams.

export function standings(app, body, { items }) {
  const heads = ["", "team", "played_", "won", "drawn", "lost", "difference", "pts"];
  app.replace(body, items.map(table => app.element("section", { class: "card scroll" }, table.name && app.element("h2", {}, table.name),
    app.element("table", {}, app.element("thead", {}, app.element("tr", {}, heads.map(head => app.element("th", { scope: "col" }, head && app.text(head))))),
      app.element("tbody", {}, table.rows.map(row => app.element("tr", {}, [row.position, row.team.name, row.played, row.won, row.drawn, row.lost,
        row.goalDifference, row.points].map(value => app.element("td", {}, String(value))))))))));
}

export async function leaderboard(app, body, path) {
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
