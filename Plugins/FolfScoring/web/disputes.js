// What several have entered differently: who entered what, and which of it is kept.
import { number, playerName } from "./shared.js";

export function disputes(app, place, sheet, put) {
  const all = sheet.disputes;
  const key = JSON.stringify(all.map(({ player, hole, mark, current }) => [player.id, hole, mark, current.map(entry => entry.id)]));
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  app.replace(place, all.map(({ player, hole, mark, current, values }) => {
    const value = number_ => hole === 0 ? app.text(number_ ? "dnf" : "goesOn") : number_ ? number(app, number_) : "–";
    const by = entry => entry.isMine ? app.me.name : entry.by ?? app.text("formerPlayer");
    const said = current.map(entry => app.text("entered", { name: by(entry), value: value(entry.value) }));
    const what = mark ? ` (${app.text(`mark.${mark}`)})` : "";
    const where = hole === 0 ? playerName(app, player)
      : app.text("disputeAt", { player: playerName(app, player), hole: number(app, sheet.round.holes[hole - 1].number) });
    return app.element("section", { class: "card dispute", role: "alert" },
      app.element("p", {}, app.element("strong", {}, where, what), " ", new Intl.ListFormat(app.language).format(said)),
      app.element("div", { class: "row" }, values.map(one => app.element("button", { type: "button", class: "plain",
        onclick: () => put(player.id, hole, one, current.map(entry => entry.id), mark) }, app.text("keep", { value: value(one) })))));
  }));
}
