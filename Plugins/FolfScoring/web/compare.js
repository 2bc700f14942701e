// The end of a card of a tournament: what the others of the group wrote differently once the own card is complete, and submitting it in time.
import { hour as clock } from "/formats.js";
import { eventPage } from "./event-words.js";
import { number, playerName } from "./shared.js";

// The time for comparing and submitting (808.A), in milliseconds.
const time = 30 * 60000;

export function compare(app, path, put, again) {
  const node = app.element("div", {});
  let [read, latest, asked] = [null, null, ""];
  const draw = sheet => {
    const { round } = sheet;
    const back = app.element("p", {}, app.element("a", { class: "button plain", href: eventPage(app, round.event) }, app.text("toBoard")));
    const key = JSON.stringify([round.state, read, round.me]);
    if (node.dataset.shown === key) return;
    node.dataset.shown = key;
    if (round.state !== "running") return app.replace(node, app.element("section", { class: "card" }, app.element("p", {}, `✓ ${app.text("cardSubmitted")}`)), back);
    if (!read) return app.replace(node, back);
    app.replace(node, app.element("section", { class: "card compare" }, app.element("h2", {}, app.text("compareCards")), inside(app, sheet)), back);
  };
  const inside = (app, sheet) => {
    const { round } = sheet;
    const byID = id => playerName(app, round.players.find(player => player.id === id) ?? {});
    const done = app.element("p", { class: "muted" }, app.text("submittedBy", { n: number(app, read.submitted.length), of: number(app, round.players.filter(player => player.account).length) }));
    if (!read.isReady) return [app.element("p", {}, app.text("compareLater"))];
    if (read.isSubmitted) return [app.element("p", {}, app.element("strong", {}, `✓ ${app.text("youSubmitted")}`)), done];
    const until = read.completeAt && new Date(Date.parse(read.completeAt) + time);
    return [until && app.element("p", { class: Date.parse(app.instant()) > until.getTime() ? "error" : "muted" }, app.text("submitUntil", { time: clock(app, until) })),
      read.differences.length > 0 ? [app.element("p", {}, app.text("cardsDiffer", { n: number(app, read.differences.length) })), app.element("ul", { class: "people" }, read.differences.map(one => line(sheet, one, byID)))]
        : app.element("p", {}, app.text("cardsAgree")),
      round.me && app.element("p", {}, app.element("button", { type: "button", disabled: read.differences.length > 0, onclick: submit }, app.text("submitCard"))), done];
  };
  // What somebody else wrote can be taken over on the own card, once the group agrees that it is right.
  const line = (sheet, { player, hole, values }, byID) => {
    // At hole 0 they say whether somebody did not finish.
    const written = value => hole > 0 ? number(app, value) : app.text(value ? "dnf" : "goesOn");
    const said = values.map(({ keeper, value }) => app.text("entered", { name: keeper ? byID(keeper) : app.text("director"), value: written(value) }));
    const mine = values.find(one => one.keeper === sheet.round.me)?.value;
    const others = [...new Set(values.map(one => one.value))].filter(value => value && value !== mine);
    const where = hole > 0 ? app.text("disputeAt", { player: byID(player), hole: number(app, sheet.round.holes[hole - 1].number) }) : `${byID(player)}: ${app.text("dnf")}`;
    const alone = values.length < 2 && app.text("notConfirmed");
    return app.element("li", { class: "person" }, app.element("span", { class: "who" }, app.element("strong", {}, where), " ", new Intl.ListFormat(app.language).format(said), " ", alone),
      app.element("span", { class: "end row" }, others.map(value => app.element("button", { type: "button", class: "plain", onclick: () => put(player, hole, value) }, app.text("writeToo", { value: written(value) })))));
  };
  const submit = async () => {
    try {
      const { isLate } = await app.post(`${path}/submission`);
      app.announce(app.text(isLate ? "submittedLate" : "youSubmitted"));
    } catch (problem) {
      app.announce(app.said(problem));
    }
    await again();
    asked = "";
    show(latest);
  };
  const show = sheet => {
    latest = sheet;
    draw(sheet);
    // Anew after each change of the round, once what was entered here has arrived.
    const key = `${sheet.round.version} ${sheet.round.state}`;
    if (key === asked || sheet.round.state !== "running") return;
    asked = key;
    app.get(`${path}/reconciliation`).then(found => {
      read = found;
      draw(latest);
    }).catch(() => { asked = ""; });
  };
  return { node, show };
}
