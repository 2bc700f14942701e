// What a finished game comes to: places, throws and par over all of its rounds, and who threw how many birdies.
import { eventPage } from "./event-words.js";
import { opinion } from "./opinion.js";
import { photos } from "./photos.js";
import { scoreSharing } from "./score-sharing.js";
import { number, playerName, toPar } from "./shared.js";
import { standings } from "./standings.js";

const names = ["ace", "eagle", "birdie", "par", "bogey", "worse"];

export function summary(app, path, first, again, openCard) {
  const place = app.element("div", {});
  const games = app.element("div", {});
  const pictures = photos(app, path, () => 0);
  const sharing = scoreSharing(app, path, first);
  const card = app.element("button", { type: "button", class: "plain", onclick: openCard }, app.text("correct"));
  const asked = app.element("div", {});
  // Only who has thrown has played.
  if (first.players.find(player => player.id === first.me)?.holes) opinion(app, "round").then(node => app.replace(asked, node)).catch(() => null);
  const draw = async () => {
    const { rounds, players } = await app.get(`${path}/game`);
    app.replace(place, app.element("section", { class: "card" }, app.element("ul", { class: "people" }, players.map(player => line(app, player)))),
      rounds.at(-1)?.state === "running" && app.element("p", {},
        app.element("a", { class: "button", href: `/${app.area}/rounds/${rounds.at(-1).id}` }, app.text("openCard"))),
      rounds.length > 1 && byRound(app, rounds, players), scores(app, players));
  };
  return {
    nodes: [app.element("p", { class: "muted" }, app.text("finished")), app.element("h2", {}, app.text("gameStatistics")), place, games, sharing ?? [], pictures.node,
      app.element("div", { class: "row begin" }, first.event ? app.element("a", { class: "button", href: eventPage(app, first.event) }, app.text("toBoard"))
        : app.element("a", { class: "button", href: `/${app.area}` }, app.text("ok")),
        // What a group has agreed about and submitted only the director changes.
        (!first.isIndependent || first.isHost) && card), asked],
    show: round => {
      app.replace(games, standings(app, round));
      pictures.show();
      return draw().catch(problem => app.announce(problem.message));
    },
  };
}

function line(app, player) {
  return app.element("li", { class: "person" }, app.element("strong", { class: "rank" }, player.place ? number(app, player.place) : "–"),
    app.element("bdi", {}, playerName(app, player)), player.isOut && app.element("span", { class: "badge" }, app.text("dnf")),
    app.element("span", { class: "muted" }, app.text("throwsOnHoles", { throws: number(app, player.throwCount), holes: number(app, player.holes) })),
    app.element("span", { class: "end row" }, app.element("strong", { class: "figure" }, player.holes ? toPar(app, player.toPar) : "–")));
}

function table(app, label, heads, rows) {
  return app.element("section", { class: "card scroll" }, app.element("h2", {}, label), app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, heads.map(head => app.element("th", { scope: "col" }, head)))),
    app.element("tbody", {}, rows.map(([head, ...cells]) => app.element("tr", {}, app.element("th", { scope: "row" }, app.element("bdi", {}, head)),
      cells.map(cell => app.element("td", {}, cell)))))));
}

function byRound(app, rounds, players) {
  const heads = ["", ...rounds.map(round => number(app, round.number)), app.text("total")];
  return table(app, app.text("rounds"), heads, players.map(player => [playerName(app, player),
    ...rounds.map(round => {
      const played = player.rounds.find(one => one.round === round.id);
      return played?.holes ? `${toPar(app, played.toPar)} (${number(app, played.throwCount)})` : "–";
    }), `${toPar(app, player.toPar)} (${number(app, player.throwCount)})`]));
}

function scores(app, players) {
  return table(app, app.text("scores"), ["", ...names.map(name => app.text(name))],
    players.map(player => [playerName(app, player), ...names.map(name => number(app, player.names[name]))]));
}
