// How the round stands: places, what the game says, who did not finish, who has signed.
import { number, playerName, teamName, toPar } from "./shared.js";
import { standings } from "./standings.js";

export function results(app, place, sheet, path, put, again) {
  const { round } = sheet;
  const rows = sheet.rows.map(player => ({ player, ...sheet.total(player.id), isOut: sheet.isOut(player.id) }));
  const key = JSON.stringify([round.standings, round.state,
    rows.map(({ player, holes, toPar: above, isOut }) => [player.id, player.name, player.mayHandOn, player.signedAt, holes, above, isOut])]);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  const ranked = rows.filter(row => row.holes && !row.isOut);
  const rank = row => ranked.includes(row) ? number(app, 1 + ranked.filter(other => other.toPar < row.toPar).length) : "–";
  const order = [...ranked].sort((one, other) => one.toPar - other.toPar).concat(rows.filter(row => !ranked.includes(row)));
  const sign = async () => {
    try {
      await app.post(`${path}/sign`);
      await again();
    } catch (problem) {
      app.announce(app.said(problem));
    }
  };
  app.replace(place, standings(app, round), app.element("section", { class: "card" }, app.element("h2", {}, app.text("standings")),
    app.element("ul", { class: "people" }, order.map(row => {
      const { player } = row;
      return app.element("li", { class: "person" }, app.element("strong", { class: "rank" }, rank(row)),
        app.element("bdi", {}, teamName(app, sheet.team(player))),
        player.signedAt && app.element("span", { class: "badge" }, `✓ ${app.text("signed")}`),
        app.element("span", { class: "muted" }, 
          app.text("holesPlayed", { n: number(app, row.holes), of: number(app, round.holes.length) })),
        app.element("span", { class: "end row" },
          player.mayHandOn && handOn(app, path, player),
          player.id === round.me && !player.signedAt && round.state === "finished"
            && app.element("button", { type: "button", onclick: sign }, app.text("sign")),
          app.element("button", { type: "button", class: "plain", "aria-pressed": String(row.isOut),
            onclick: () => put(player.id, 0, row.isOut ? 0 : 1) }, app.text("dnf")),
          app.element("strong", { class: "figure" }, row.holes ? toPar(app, row.toPar) : "–")));
    }))));
}

// What a player without an account is given, to have the row as the own one later.
function handOn(app, path, player) {
  const place = app.element("span", { class: "asking" });
  const open = async () => {
    try {
      const { claim } = await app.post(`${path}/players/${player.id}/claim`);
      const here = `/${app.area}/claim/${claim}`;
      const share = await app.share(here, app.text("title"), link => app.text("claimMessage", { name: playerName(app, player), link }));
      app.replace(place, app.element("span", { class: "muted" }, app.text("claimHelp")), app.element("img", { class: "qr", src: `/v1/app/qr/${encodeURIComponent(here)}`, alt: app.text("qr") }), share);
    } catch (problem) {
      app.announce(app.said(problem));
    }
  };
  app.replace(place, app.element("button", { type: "button", class: "plain", onclick: open }, app.text("handOn")));
  return place;
}
