// What can be noted of a hole beside the throws: penalties and putts, the disc, and what some games ask for.
import { number, playerName } from "./shared.js";

export function extras(app, put) {
  const fields = app.element("div", { class: "extras" });
  const node = app.element("details", { class: "card" }, app.element("summary", {}, app.text("moreOfHole")), fields);
  const discs = app.me?.kind === "guest" ? Promise.resolve({ items: [] }) : app.get("/v1/folf-scoring/me/discs").catch(() => ({ items: [] }));
  let shown = "";
  const choice = (key, label, options, value, change) => {
    const field = app.element("select", { id: `extra-${key}`, onchange: () => change(Number(field.value)) },
      [["0", "–"], ...options].map(([one, text]) => app.element("option", { value: one, selected: Number(one) === (value ?? 0) }, text)));
    return app.element("label", {}, app.element("span", {}, label), field);
  };
  const counts = Array.from({ length: 10 }, (_, at) => [at + 1, number(app, at + 1)]);
  const show = async (sheet, { player, hole }) => {
    const { round } = sheet;
    const { items } = await discs;
    const value = (mark, row = player) => sheet.cell(row, hole, mark).value;
    const [first] = round.players;
    const kinds = round.games.map(game => game.kind);
    const shared = kinds.includes("bingo-bango-bongo") ? ["bingo", "bango", "bongo"] : [];
    const wolf = kinds.includes("wolf") ? (hole - 1) % round.players.length : null;
    const key = JSON.stringify([player, hole, round.players.map(one => one.name), items.length, ["penalties", "putts", "disc"].map(mark => value(mark)), [...shared, "wolf"].map(mark => value(mark, first.id))]);
    if (key === shown) return;
    shown = key;
    const people = round.players.map((one, at) => [at + 1, playerName(app, one)]);
    const mine = player === round.me && items.filter(disc => !disc.isGone || disc.number === value("disc"));
    app.replace(fields, ["penalties", "putts"].map(mark => choice(mark, app.text(`mark.${mark}`), counts, value(mark), next => put(player, hole, mark, next))),
      mine?.length > 0 && choice("disc", app.text("mark.disc"), mine.map(disc => [disc.number, disc.name]), value("disc"), next => put(player, hole, "disc", next)),
      shared.map(mark => choice(mark, app.text(`mark.${mark}`), people, value(mark, first.id), next => put(first.id, hole, mark, next))),
      wolf !== null && choice("wolf", app.text("wolfChooses", { name: playerName(app, round.players[wolf]) }),
        [[1, app.text("wolfAlone")], ...people.filter(([at]) => at !== wolf + 1).map(([at, name]) => [at + 1, name])], value("wolf", first.id), next => put(first.id, hole, "wolf", next)));
    if (shared.length || wolf !== null) node.open = true;
  };
  return { node, show: (sheet, chosen) => void show(sheet, chosen) };
}
