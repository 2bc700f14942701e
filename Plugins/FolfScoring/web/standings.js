// What the games of a round stand at.
import { number, playerName, teamName, toPar } from "./shared.js";

export function standings(app, { standings: all, players, holes }) {
  const byID = new Map(players.map(player => [player.id, player]));
  return all.map(standing => {
    const names = standing.sides.map(side => teamName(app, side.map(id => byID.get(id) ?? {})));
    return app.element("section", { class: "card game" }, app.element("h2", {}, title(app, standing.game)),
      lines(app, standing, names, holes).map(line => app.element("p", {}, app.element("bdi", {}, line))));
  });
}

function title(app, { kind, isNet, byTeam }) {
  return [app.text(`game.${kind}`), byTeam && app.text("byTeam"), isNet && app.text("net")].filter(Boolean).join(" · ");
}

function lines(app, { game, points, carried, matches, nets, isIn, wolf }, names, holes) {
  const found = points.map((value, side) => `${names[side]}: ${number(app, value)}`);
  nets.forEach(({ toPar: above }, side) => found.push(`${names[side]}: ${above === undefined || above === null ? "–" : toPar(app, above)}`));
  if (carried) found.push(app.text("carried", { n: number(app, carried) }));
  const parts = game.kind === "nassau" ? ["front", "back", "total"].map(part => app.text(part)) : [""];
  matches.forEach(({ up, left, isDecided }, at) => {
    const state = up === 0 ? app.text("allSquare")
      : app.text(isDecided ? "won" : "up", { name: names[up > 0 ? 0 : 1], n: number(app, Math.abs(up)), left: number(app, left) });
    found.push([parts[at], state].filter(Boolean).join(": "));
  });
  if (isIn.length) {
    const left = names.filter((_, side) => isIn[side]);
    found.push(app.text(left.length === 1 ? "playoffWon" : "playoffIn", { name: left[0], names: new Intl.ListFormat(app.language).format(left) }));
  }
  if (game.kind === "wolf" && wolf !== undefined && wolf !== null) found.push(app.text("wolfIs", { name: names[wolf] }));
  return found;
}
