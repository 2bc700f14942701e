// The card that all phones of a round write.
import { asking, number, playerName } from "./shared.js";
import { keypad } from "./keypad.js";
import { Notes } from "./notes.js";
import { Sheet } from "./sheet.js";
import { Table } from "./table.js";
import { results } from "./results.js";
import { disputes } from "./disputes.js";

const pause = 5000;

export function card(app, path, first, again) {
  const notes = new Notes(app, first.id);
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
  const beside = app.element("div", {});
  const end = app.element("div", { class: "row" });
  const put = (player, hole, value, base) => {
    notes.add({ player, hole, value, base: base ?? sheet.cell(player, hole).current.map(entry => entry.id) });
    draw();
    send();
  };
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
  const send = async () => {
    const had = notes.waiting.length;
    if (await notes.send() && had) await again();
    draw();
  };
  const draw = () => {
    sheet = new Sheet(round, notes.all);
    const hole = round.holes[chosen.hole - 1];
    const player = round.players.find(one => one.id === chosen.player);
    if (!player) return choose(sheet.next);
    heading.textContent = app.text("hole", { n: number(app, hole.number) });
    const length = hole.length && new Intl.NumberFormat(app.language, { style: "unit", unit: "meter" }).format(hole.length);
    about.textContent = [app.text("parOf", { n: number(app, hole.par) }), length, playerName(app, player)].filter(Boolean).join(" · ");
    state.textContent = notes.waiting.length ? app.text("waiting", { n: number(app, notes.waiting.length) }) : "";
    table.show(sheet, chosen);
    keys.show(hole.par, sheet.cell(chosen.player, chosen.hole).value, isAcross);
    disputes(app, quarrel, sheet, put);
    results(app, beside, sheet, path, put, again);
    finish();
  };
  const finish = () => {
    if (end.dataset.state === round.state) return;
    end.dataset.state = round.state;
    app.replace(end, round.state === "running"
      ? [asking(app, "endGame", "endQuestion", async () => { await app.post(`${path}/finish`); await again(); }),
        round.isHost && asking(app, "giveUp", "giveUpQuestion", async () => { await app.post(`${path}/cancel`); await again(); })]
      : [app.element("p", { class: "muted" }, app.text("finished")),
        app.element("a", { class: "button", href: `/${app.area}` }, app.text("toStart"))]);
  };
  const type = event => {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) keys.keys.children[(Number(event.key) + 10) % 11]?.click();
  };
  document.addEventListener("keydown", type);
  addEventListener("online", send);
  const timer = setInterval(send, pause);
  send();
  return {
    nodes: [app.element("div", { class: "card-head" }, app.element("div", {}, heading, about), state),
      table.parts, table.node, quarrel, beside, end, keys.keys],
    show: next => {
      // What is kept from before must not hide what has come since.
      if (next.version >= round.version) round = next;
      notes.seen(round.version);
      draw();
    },
    leave: () => {
      document.removeEventListener("keydown", type);
      removeEventListener("online", send);
      clearInterval(timer);
    },
  };
}

// The cell that is entered next: across the players of a hole, or down the holes of a player.
function following(sheet, { player, hole }, isAcross) {
  const players = sheet.round.players.filter(one => !sheet.isOut(one.id) || one.id === player).map(one => one.id);
  const at = players.indexOf(player);
  if (isAcross && at + 1 < players.length) return { player: players[at + 1], hole };
  if (hole < sheet.round.holes.length) return { player: isAcross ? players[0] : player, hole: hole + 1 };
  return isAcross || at + 1 === players.length ? { player, hole } : { player: players[at + 1], hole: 1 };
}
