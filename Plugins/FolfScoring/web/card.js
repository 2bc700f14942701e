// The card that all phones of a round write.
import { compare } from "./compare.js";
import { number, playerName, teamName } from "./shared.js";
import { keypad } from "./keypad.js";
import { finder } from "./finder.js";
import { Notes } from "./notes.js";
import { Sheet } from "./sheet.js";
import { Table } from "./table.js";
import { extras } from "./extras.js";
import { passing } from "./passing.js";
import { photos } from "./photos.js";
import { results } from "./results.js";
import { disputes } from "./disputes.js";
import { ending } from "./ending.js";

export function card(app, path, first, again) {
  const title = (player, hole, value, mark, list) => entryTitle(app, round, player, hole, value, mark, mark === "disc" && more.said([value, ...list ?? []], player === round.me));
  const notes = new Notes(app, first.id, { changed: () => draw(), again, title });
  let [round, sheet] = [first, new Sheet(first, notes.all)];
  let chosen = sheet.next;
  let isAcross = localStorage.getItem("folf-scoring.order") !== "down";
  const choose = cell => {
    chosen = cell;
    draw();
  };
  const table = new Table(app, sheet, choose);
  const heading = app.element("h2", { class: "hole-title" });
  const about = app.element("p", { class: "muted" });
  const state = app.element("p", { class: "pill", role: "status" });
  const quarrel = app.element("div", {});
  const basket = finder(app);
  const sums = app.element("div", {});
  const beside = app.element("div", {});
  const end = app.element("div", { class: "row" });
  const put = (player, hole, value, base, mark, list) => {
    notes.add({ player, hole, mark, value, more: list, base: base ?? sheet.cell(player, hole, mark).current.map(entry => entry.id) });
    draw();
  };
  const more = extras(app, (player, hole, mark, value, list) => put(player, hole, value, undefined, mark, list));
  const pictures = photos(app, path, () => chosen.hole);
  // On a card of a tournament each writes alone, and what is played for is places on the board.
  const group = first.isIndependent ? compare(app, path, (player, hole, value) => put(player, hole, value), again) : null;
  const keys = keypad(app, {
    enter: value => {
      const { player, hole } = chosen;
      if (value) chosen = following(sheet, chosen, isAcross);
      put(player, hole, value);
    },
    add: () => put(chosen.player, chosen.hole, Math.min(99, (sheet.cell(chosen.player, chosen.hole).value ?? 0) + 1)),
    turn: () => {
      isAcross = !isAcross;
      localStorage.setItem("folf-scoring.order", isAcross ? "across" : "down");
      draw();
    },
  });
  const draw = () => {
    sheet = new Sheet(round, notes.all);
    const hole = round.holes[chosen.hole - 1];
    const player = sheet.rows.find(one => one.id === chosen.player);
    if (!player) return choose(sheet.next);
    const par = sheet.par(player.id, chosen.hole);
    heading.textContent = app.text("hole", { n: number(app, hole.number) });
    const length = hole.length && new Intl.NumberFormat(app.language, { style: "unit", unit: "meter" }).format(hole.length);
    const given = player.strokes[chosen.hole - 1];
    about.textContent = [app.text("parOf", { n: number(app, par) }), length, given && app.text("given", { n: number(app, given) }), teamName(app, sheet.team(player)), pointsHere(app, round, player.id, chosen.hole)].filter(Boolean).join(" · ");
    state.textContent = notes.waiting ? app.text("waiting", { n: number(app, notes.waiting) }) : "";
    basket.show(hole);
    table.show(sheet, chosen);
    keys.show(par, sheet.cell(chosen.player, chosen.hole).value, isAcross);
    disputes(app, quarrel, sheet, put, more.said);
    more.show(sheet, chosen);
    results(app, beside, sheet, path, put, again);
    together(app, sums, sheet);
    group?.show(sheet);
    finish();
  };
  const finish = () => {
    const key = `${round.state} ${round.isHost}`;
    if (end.dataset.state === key) return;
    end.dataset.state = key;
    app.replace(end, ending(app, path, round, again));
  };
  const type = event => {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) keys.keys.children[(Number(event.key) + 10) % 11]?.click();
  };
  document.addEventListener("keydown", type);
  return {
    nodes: [app.element("div", { class: "card-head" }, app.element("div", {}, heading, about), state),
      basket.node, table.parts, table.node, sums, quarrel, group?.node ?? [], more.node, beside, passing(app, first.id), pictures.node, end, keys.keys],
    asked: () => notes.asked,
    show: (next, asked = new Set()) => {
      // What is kept from before must not hide what has come since.
      if (next.version >= round.version) round = next;
      notes.seen(round.version, asked);
      pictures.show();
      draw();
    },
    leave: () => {
      document.removeEventListener("keydown", type);
      notes.end();
      basket.stop();
    },
  };
}

// What people read of an entry that waits or was refused.
function entryTitle(app, round, id, hole, value, mark, discs) {
  const player = playerName(app, round.players.find(one => one.id === id) ?? {});
  if (hole === 0) return `${player}: ${app.text(value ? "dnf" : "goesOn")}`;
  const what = mark ? `${app.text(`mark.${mark}`)} ` : "";
  return app.text("cell", { player, hole: number(app, round.holes[hole - 1].number), value: what + (value ? discs || number(app, value) : "–") });
}

// What the hole has given in games that give points for each hole, as the host has reckoned it.
function pointsHere(app, round, player, hole) {
  const found = round.standings.find(standing => standing.byHole.length);
  const side = found?.sides.findIndex(players => players.includes(player));
  return found && round.players.find(one => one.id === player)?.cells.some(cell => cell.hole === hole && cell.mark === "throws" && cell.value)
    ? app.text("pointsHere", { n: number(app, found.byHole[hole - 1][side]) }) : null;
}

// Throws and par of the rounds of the game so far, below the card of a further one.
function together(app, place, sheet) {
  const { number: count } = sheet.round;
  const players = sheet.rows;
  if (count === 1) return;
  app.replace(place, app.element("section", { class: "card" }, app.element("h2", {}, app.text("roundsTogether", { n: number(app, count) })),
    app.element("ul", { class: "people" }, players.map(player => {
      const now = sheet.total(player.id);
      const before = player.before ?? { throwCount: 0, par: 0 };
      const values = { throws: number(app, before.throwCount + now.sum), par: number(app, before.par + now.sum - now.toPar) };
      return app.element("li", { class: "person" }, app.element("bdi", {}, playerName(app, player)),
        app.element("span", { class: "end" }, app.text("throwsAndPar", values)));
    }))));
}

// The cell that is entered next: across the players of a hole, or down the holes of a player.
function following(sheet, { player, hole }, isAcross) {
  const players = sheet.rows.filter(one => !sheet.isOut(one.id) || one.id === player).map(one => one.id);
  const at = players.indexOf(player);
  if (isAcross && at + 1 < players.length) return { player: players[at + 1], hole };
  if (hole < sheet.round.holes.length) return { player: isAcross ? players[0] : player, hole: hole + 1 };
  return isAcross || at + 1 === players.length ? { player, hole } : { player: players[at + 1], hole: 1 };
}
