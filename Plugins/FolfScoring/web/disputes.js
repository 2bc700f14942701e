// What several have entered differently: who entered what, and which of it is kept.
import { number, playerName } from "./shared.js";

export function disputes(app, place, sheet, put, said) {
  const all = sheet.disputes;
  const key = JSON.stringify(all.map(({ player, hole, mark, current }) => [player.id, hole, mark, current.map(entry => entry.id)]));
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  app.replace(place, all.map(({ player, hole, mark, current, lists }) => {
    const value = list => hole === 0 ? app.text(list[0] ? "dnf" : "goesOn") : !list[0] ? "–" : mark === "disc" ? said(list, player.id === sheet.round.me) : number(app, list[0]);
    const by = entry => entry.isMine ? app.me.name : entry.by ?? app.text("formerPlayer");
    const words = current.map(entry => app.text("entered", { name: by(entry), value: value([entry.value, ...entry.more ?? []]) }));
    const what = mark ? ` (${app.text(`mark.${mark}`)})` : "";
    const where = hole === 0 ? playerName(app, player)
      : app.text("disputeAt", { player: playerName(app, player), hole: number(app, sheet.round.holes[hole - 1].number) });
    return app.element("section", { class: "card dispute", role: "alert" },
      app.element("p", {}, app.element("strong", {}, where, what), " ", new Intl.ListFormat(app.language).format(words)),
      app.element("div", { class: "row" }, lists.map(one => app.element("button", { type: "button", class: "plain",
        onclick: () => put(player.id, hole, one[0], current.map(entry => entry.id), mark, one.slice(1)) }, app.text("keep", { value: value(one) })))));
  }));
}
