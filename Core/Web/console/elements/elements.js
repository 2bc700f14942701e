// Every element in every state, for people to look at and for walks to test. `?dir=rtl` turns the page around, `?accent=0a7d3c`
// paints it in the colour of a game.
import { accent } from "/colours.js";
import { announce, element, replace } from "/dom.js";
import { icon, icons } from "/signs.js";
import { style } from "/elements/part.js";

const main = document.getElementById("main");
const query = new URLSearchParams(location.search);
document.documentElement.dir = query.get("dir") === "rtl" ? "rtl" : "ltr";
if (query.has("accent")) accent(main, `#${query.get("accent")}`);

const make = element;
const link = (text, kind = "button") => make("a", { class: kind, href: "#here" }, text);
const state = (name, node) => make("div", { class: "state" }, make("p", { class: "muted" }, name), node);
const long = "A name that is so long that it takes more than one line on a phone, and Donaudampfschifffahrtsgesellschaft besides";

function cards() {
  return [
    state("with everything", make("fh-card", { icon: "ball", label: "Soccer predictions", badge: "2 open", heading: "Chelsea – Man City" }, make("p", {}, "Your prediction: 2 – 1"), make("p", { class: "actions" }, link("Predict")))),
    state("strong", make("fh-card", { icon: "clock", label: "Closes in 2 hours", heading: "Chelsea – Man City", strong: true }, make("p", { class: "actions" }, link("Predict, 7 matches open")))),
    state("live", make("fh-card", { icon: "ball", label: "Live", badge: "63′", live: true, heading: "Arsenal 2 – 1 Liverpool" })),
    state("waiting", make("fh-card", { waiting: true })),
    state("long words", make("fh-card", { icon: "chat", label: long, heading: long })),
    state("content alone", make("fh-card", {}, make("p", {}, "Only what the page puts into it."))),
  ];
}

function lists() {
  const row = (name, pill) => make("a", { href: "#here" }, make("fh-crest", { name, size: "small" }), make("span", { class: "grow" }, make("bdi", {}, name), make("small", {}, "12 people")), pill && make("span", { class: "pill" }, pill));
  return [
    state("rows that lead on", make("fh-list", { label: "Groups" }, row("Sunday League", "3 unread"), row(long), row("سارة والأصدقاء"))),
    state("rows that do not", make("fh-list", { label: "Facts" }, make("div", {}, make("span", { class: "grow" }, "Kick-off"), "16:30"), make("div", {}, make("span", { class: "grow" }, "Stadium"), "Stamford Bridge"))),
    state("in a card", make("fh-card", { icon: "bell", label: "Inbox", heading: "2 unread" }, make("fh-list", { label: "Inbox" }, row("Anna", "new"), row("Joris")))),
  ];
}

function tabs() {
  const part = (name, index) => make("a", { href: `#${name}`, "aria-current": index === 1 ? "page" : null }, name);
  return [state("one is open", make("fh-tabs", { label: "League" }, ["Live", "Upcoming", "Played", "Standings", "Leaderboard", "Season", "Rules"].map(part)))];
}

function signs() {
  const sizes = ["small", null, "large"];
  return [
    state("avatars", make("p", { class: "row" }, sizes.map(size => make("fh-avatar", { name: "Anna Nowak", size })), make("fh-avatar", { name: "سارة" }), make("fh-avatar", { name: "Kim", src: "/images/person-female.svg" }))),
    state("crests", make("p", { class: "row" }, sizes.map(size => make("fh-crest", { name: "Chelsea", kind: "team", size })), make("fh-crest", { name: "Sunday League" }), make("fh-crest", { name: "تشيلسي", kind: "team" }))),
    state("icons", make("ul", { class: "icons" }, Object.keys(icons).map(name => make("li", {}, icon(name), make("small", {}, name))))),
  ];
}

function steppers() {
  const stepper = (name, values) => state(name, make("fh-card", {}, make("fh-stepper", { name, label: `Goals, ${name}`, more: "One more", less: "One less", ...values })));
  return [stepper("empty", { required: true }), stepper("a value", { value: 2 }), stepper("the least", { value: 0 }), stepper("the most", { value: 99 }), stepper("disabled", { value: 3, disabled: true })];
}

function empties() {
  return [state("with a next step", make("fh-empty", { icon: "trophy", heading: "Nobody has predicted yet.", detail: "Whoever predicts stands here, the best first." }, link("Predict the first match"))),
    state("words alone", make("fh-empty", { heading: "Nothing here." }))];
}

function talks() {
  const dialog = make("fh-dialog", { heading: "Discard what you have entered?", leave: "Close" }, make("p", {}, "Chelsea FC 2 – 1 Manchester City FC is not sent yet."),
    make("p", { class: "actions" }, make("button", { class: "plain", value: "keep" }, "Keep"), make("button", { value: "discard" }, "Discard")));
  const said = make("output", { id: "decided" });
  return [state("dialog", make("div", { class: "row" }, make("button", { id: "open-dialog", onclick: async () => { said.textContent = await dialog.ask() || "left"; } }, "Open"), said, dialog)),
    state("toast", make("button", { class: "plain", id: "say", onclick: () => announce("Your prediction is saved.") }, "Say"))];
}

function boards() {
  const rows = [["Anna N.", 214, 0], ["Joris", 211, 1], ["Mehmet K.", 209, -1], ["You", 206, 3], ["سارة", 198, 1], [long, 7, 0]].map(([name, score, change], index) =>
    ({ key: name, rank: index + 1, name, score, change, isMe: name === "You", detail: index === 1 ? "12 predictions" : "", href: index < 3 ? "#here" : null }));
  const board = make("fh-leaderboard", { id: "board", label: "Sunday League", me: "you", up: "up {n}", down: "down {n}" });
  board.rows = rows;
  const turn = () => { board.rows = [...board.rows].reverse().map((row, index) => ({ ...row, rank: index + 1, change: row.rank - index - 1 })); };
  return [state("with ranks that move", board), make("button", { class: "plain", id: "turn", onclick: turn }, "Turn it around")];
}

const parts = { "fh-card": cards, "fh-list": lists, "fh-tabs": tabs, "fh-empty": empties, "Signs": signs, "fh-stepper": steppers, "fh-dialog and fh-toast": talks, "fh-leaderboard": boards };
replace(main, make("h1", {}, "Elements"), Object.entries(parts).map(([name, states]) => make("section", {}, make("h2", {}, name), make("div", { class: "states" }, states()))));

style(`
.states { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); align-items: start; }
.state { min-inline-size: 0; }
.state > p.muted { margin: 0 0 var(--space-1); font-size: var(--small); }
.icons { list-style: none; padding: 0; display: grid; gap: var(--space-3); grid-template-columns: repeat(auto-fill, minmax(4.5rem, 1fr)); }
.icons li { display: grid; justify-items: center; gap: var(--space-1); }
`);
