// Coming into a tournament, and what I have said of my entry.
import { myCard } from "./event.js";
import { check, field, keyed } from "./event-words.js";
import { asking } from "./shared.js";

// Divisions of the PDGA that are played most; others can be written.
const usual = ["MPO", "FPO", "MA1", "MA2", "MA3", "FA1", "MP40", "MJ18"];

export function entry(app, node, path, found, draw) {
  const mine = found.rows.find(row => row.isMe);
  const card = found.cards.find(one => !one.isOver && one.entrants.includes(found.me));
  keyed(app, node, [found.event.state, mine?.division, mine?.memberNumber, mine?.consents, mine?.isOut, found.me, card], () => {
    const named = mine && agreement(app, path, mine, draw);
    if (found.event.state === "finished") return named;
    if (!app.me) return app.element("p", {}, app.element("a", { class: "button", href: `/sign-in?back=${encodeURIComponent(location.pathname)}` }, app.text("signInToEnter")));
    if (app.me.kind === "guest") return null;
    // A director looks after the others first.
    if (found.event.state === "open") return mine ? entered(app, path, mine, draw) : found.isDirector
      ? app.element("details", { class: "card" }, app.element("summary", {}, app.text("enterEvent")), form(app, path, null, draw, "")) : form(app, path, null, draw);
    return [myCard(app, found), named, mine && !mine.isOut && app.element("p", {}, asking(app, "withdraw", "withdrawQuestion", async () => {
      await app.remove(`${path}/entry`);
      await draw();
    }))];
  });
}

// Whether I am named where everybody looks is said at any time, also when all is over.
function agreement(app, path, mine, draw) {
  const consents = check(app, "entry-consent", app.text("entryConsent"), mine.consents);
  consents.node.onchange = async () => {
    try {
      await app.confirmed(() => app.put(`${path}/entry`, { division: mine.division, consents: consents.node.checked, ...mine.memberNumber && { memberNumber: mine.memberNumber } }));
      await draw();
    } catch (problem) {
      consents.node.checked = Boolean(mine.consents);
      app.announce(app.said(problem));
    }
  };
  return app.element("p", {}, consents.line);
}

function entered(app, path, mine, draw) {
  const place = app.element("section", { class: "card" });
  const calm = () => app.replace(place, app.element("p", {}, app.element("strong", {}, `✓ ${app.text("enteredIn", { division: mine.division })}`)),
    app.element("div", { class: "row" }, app.element("button", { type: "button", class: "plain", onclick: () => app.replace(place, form(app, path, mine, draw, "")) }, app.text("changeEntry")),
      asking(app, "withdraw", "withdrawQuestion", async () => {
        await app.remove(`${path}/entry`);
        await draw();
      })));
  calm();
  return place;
}

function form(app, path, mine, draw, kind = "card") {
  const list = app.element("datalist", { id: "divisions" }, usual.map(name => app.element("option", { value: name })));
  const division = field(app, "entry-division", app.text("division"), { list: "divisions", required: true, maxlength: 8, autocapitalize: "characters", value: mine?.division ?? "" });
  const member = field(app, "entry-member", app.text("memberNumber"), { type: "number", inputmode: "numeric", min: 1, value: mine?.memberNumber ?? "" });
  const consents = check(app, "entry-consent", app.text("entryConsent"), mine?.consents);
  const mistake = app.element("p", { class: "error", role: "alert" });
  const enter = async event => {
    event.preventDefault();
    mistake.textContent = "";
    try {
      await app.confirmed(() => app.put(`${path}/entry`, { division: division.node.value.trim().toUpperCase(), consents: consents.node.checked, ...member.node.value && { memberNumber: Number(member.node.value) } }));
      await draw();
    } catch (problem) {
      mistake.textContent = problem.errors?.[0]?.detail ?? app.said(problem);
    }
  };
  return app.element("form", { class: kind, onsubmit: enter }, kind && app.element("h2", {}, app.text("enterEvent")), division.line, list, member.line, consents.line, mistake,
    app.element("p", {}, app.element("button", {}, app.text(mine ? "save" : "enterEvent"))));
}
