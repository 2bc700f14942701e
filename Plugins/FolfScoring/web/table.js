// The table of a card: nine holes at a time, built once and then changed in place, so that nothing that somebody does there is lost.
import { number, playerName, teamName, toPar } from "./shared.js";
import { nameOf } from "./keypad.js";

const nine = 9;

// What a table is built for: who has a row, under which name.
const shape = sheet => sheet.rows.map(player => [player.id, player.cardName, player.name, sheet.team(player).length]).join();

export class Table {
  constructor(app, sheet, choose) {
    this.app = app;
    this.choose = choose;
    this.heads = new Map();
    this.buttons = new Map();
    this.sums = new Map();
    this.rows = new Map();
    this.node = app.element("section", { class: "card sheet", "aria-label": app.text("card") });
    this.parts = app.element("nav", { class: "parts", "aria-label": app.text("nines") });
    this.part = 0;
    this.build(sheet);
  }

  // Anew when somebody has come, and when other holes are shown.
  build(sheet) {
    const { app } = this;
    const { holes } = sheet.round;
    const players = sheet.rows;
    this.node.classList.toggle("crowded", players.length > 5);
    this.shape = shape(sheet);
    const first = this.part * nine;
    const shown = holes.slice(first, first + nine).map((hole, index) => ({ ...hole, at: first + index + 1 }));
    app.replace(this.parts, holes.length > nine && Array.from({ length: Math.ceil(holes.length / nine) }, (_, part) =>
      app.element("button", { type: "button", class: part === this.part ? "button" : "button plain",
        "aria-pressed": String(part === this.part), onclick: () => this.turn(sheet, part) },
      app.text(["front", "back"][part] ?? "further", { n: part + 1 }))));
    app.replace(this.node, app.element("div", { class: "line heads" }, app.element("span", {}), players.map(player => this.head(player, sheet))),
      shown.map(hole => this.row(hole, players)),
      this.totals("nine", app.text(["front", "back"][this.part] ?? "further", { n: this.part + 1 }), players),
      holes.length > nine && this.totals("all", app.text("total"), players));
  }

  turn(sheet, part) {
    this.part = part;
    for (const kept of [this.buttons, this.sums, this.rows]) kept.clear();
    this.build(sheet);
    this.choose({ player: sheet.rows[0].id, hole: part * nine + 1 });
  }

  head(player, sheet) {
    const sum = this.app.element("span", { class: "sum" });
    this.heads.set(player.id, sum);
    const name = teamName(this.app, sheet.team(player));
    return this.app.element("span", { class: "head", title: name }, player.picture
      ? this.app.element("img", { class: "avatar", src: player.picture, alt: "" }) : this.app.crest(name),
    this.app.element("bdi", { class: "who" }, sheet.team(player).length === 1 && player.name && player.cardName || name), sum);
  }

  row(hole, players) {
    const { app } = this;
    const line = app.element("div", { class: "line" },
      app.element("span", { class: "hole" }, app.element("strong", {}, number(app, hole.number)),
        app.element("span", { class: "muted" }, number(app, hole.par))),
      players.map(player => {
        const choose = () => this.choose({ player: player.id, hole: hole.at });
        const button = app.element("button", { type: "button", class: "cell", onclick: choose });
        this.buttons.set(`${player.id}/${hole.at}`, { button, player, hole });
        return button;
      }));
    this.rows.set(hole.at, line);
    return line;
  }

  totals(kind, label, players) {
    return this.app.element("div", { class: "line totals" }, this.app.element("span", { class: "muted" }, label), players.map(player => {
      const sum = this.app.element("strong", {});
      this.sums.set(`${player.id}/${kind}`, sum);
      return sum;
    }));
  }

  show(sheet, chosen) {
    const { app } = this;
    const part = Math.floor((chosen.hole - 1) / nine);
    if (part !== this.part || this.shape !== shape(sheet)) {
      this.part = part;
      for (const kept of [this.heads, this.buttons, this.sums, this.rows]) kept.clear();
      this.build(sheet);
    }
    for (const { button, player, hole } of this.buttons.values()) this.fill(button, sheet.cell(player.id, hole.at), player, { ...hole, par: sheet.par(player.id, hole.at) }, chosen);
    for (const [hole, line] of this.rows) line.classList.toggle("now", hole === chosen.hole);
    for (const player of sheet.rows) {
      const all = sheet.total(player.id);
      this.heads.get(player.id).textContent = sheet.isOut(player.id) ? app.text("dnf") : all.holes ? toPar(app, all.toPar) : "–";
      const first = this.part * nine + 1;
      this.sums.get(`${player.id}/nine`).textContent = number(app, sheet.total(player.id, first, first + nine - 1).sum);
      const total = this.sums.get(`${player.id}/all`);
      if (total) total.textContent = number(app, all.sum);
    }
  }

  fill(button, cell, player, hole, chosen) {
    const { app } = this;
    const shown = cell.isDisputed ? cell.values : [cell.value];
    const text = shown.map(value => value ? number(app, value) : "–").join(" | ");
    const kind = cell.value ? (cell.value < hole.par ? "under" : cell.value > hole.par ? "over" : "even") : "none";
    const isChosen = chosen.player === player.id && chosen.hole === hole.at;
    button.className = `cell ${kind}${cell.isDisputed ? " disputed" : ""}${cell.isWaiting ? " waiting" : ""}`;
    if (button.textContent !== text) app.replace(button, app.element("span", { class: "throws" }, text));
    button.setAttribute("aria-pressed", String(isChosen));
    const name = cell.value ? nameOf(app, cell.value, hole.par) : "";
    button.setAttribute("aria-label",
      app.text("cell", { player: playerName(app, player), hole: hole.number, value: name ? `${text} (${name})` : text }));
  }
}
