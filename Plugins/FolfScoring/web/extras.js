// What can be noted of a hole beside the throws: penalties and putts, the discs, and what some games ask for.
import { number, playerName } from "./shared.js";

// As many discs as the host takes of a hole.
const mostDiscs = 20;

// What is thrown is put behind what was thrown before; each can be taken off again.
function throwing(app, bag, list, nameOf, change) {
  const isFull = list.length >= mostDiscs;
  const field = app.element("select", { id: "extra-disc", disabled: isFull }, bag.map(([one, text]) => app.element("option", { value: one, selected: one === list.at(-1) }, text)));
  // With keys a select is changed on the way to what is wanted: a disc is thrown once that is said.
  const add = app.element("button", { id: "extra-disc-add", type: "button", class: "plain", disabled: isFull || bag.length === 0, onclick: () => change([...list, Number(field.value)]) }, app.text("addDisc"));
  return app.element("div", { class: "thrown" }, app.element("div", { class: "row" }, app.element("label", {}, app.element("span", {}, app.text("discsOfHole")), field), add),
    list.length > 0 && app.element("ol", { class: "row" }, list.map((disc, at) => app.element("li", {}, app.element("span", { class: "muted" }, number(app, at + 1)), app.element("bdi", {}, nameOf(disc)),
      app.element("button", { type: "button", class: "plain", "aria-label": app.text("takeDiscOff", { name: nameOf(disc), n: number(app, at + 1) }), onclick: () => change(list.filter((_, index) => index !== at)) }, "×")))));
}

export function extras(app, put) {
  const fields = app.element("div", { class: "extras" });
  const node = app.element("details", { class: "card" }, app.element("summary", {}, app.text("moreOfHole")), fields);
  const discs = app.me?.kind === "guest" ? Promise.resolve({ items: [] }) : app.get("/v1/folf-scoring/me/discs").catch(() => ({ items: [] }));
  const known = new Map();
  discs.then(({ items }) => items.forEach(disc => known.set(disc.number, disc.name)));
  const nameOf = disc => known.get(disc) ?? number(app, disc);
  // The discs of somebody else are known by their numbers alone.
  const said = (list, isMine) => new Intl.ListFormat(app.language, { type: "unit" }).format(list.map(disc => isMine ? nameOf(disc) : number(app, disc)));
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
    const thrown = sheet.cell(player, hole, "disc").discs;
    const key = JSON.stringify([player, hole, round.players.map(one => one.name), items.length, thrown, ["penalties", "putts"].map(mark => value(mark)), [...shared, "wolf"].map(mark => value(mark, first.id))]);
    if (key === shown) return;
    shown = key;
    const people = round.players.map((one, at) => [at + 1, playerName(app, one)]);
    const mine = player === round.me && items.filter(disc => !disc.isGone);
    // Who takes a disc off goes on where one is chosen: the button goes with the disc.
    const active = fields.contains(document.activeElement) ? document.activeElement : null;
    const id = active?.id || active?.closest(".thrown") && "extra-disc";
    app.replace(fields, ["penalties", "putts"].map(mark => choice(mark, app.text(`mark.${mark}`), counts, value(mark), next => put(player, hole, mark, next))),
      mine && (mine.length > 0 || thrown.length > 0) && throwing(app, mine.map(disc => [disc.number, disc.name]), thrown, nameOf, ([first = 0, ...more]) => put(player, hole, "disc", first, more)),
      shared.map(mark => choice(mark, app.text(`mark.${mark}`), people, value(mark, first.id), next => put(first.id, hole, mark, next))),
      wolf !== null && choice("wolf", app.text("wolfChooses", { name: playerName(app, round.players[wolf]) }),
        [[1, app.text("wolfAlone")], ...people.filter(([at]) => at !== wolf + 1).map(([at, name]) => [at + 1, name])], value("wolf", first.id), next => put(first.id, hole, "wolf", next)));
    if (shared.length || wolf !== null) node.open = true;
    // What was just chosen from is drawn anew, and stays where the keys go.
    if (id) document.getElementById(id)?.focus();
  };
  return { node, show: (sheet, chosen) => void show(sheet, chosen), said };
}
