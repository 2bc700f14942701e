// What the pages of tournaments share.
import { instantOf, wallTime } from "/formats.js";
import { isAsked, number, toPar } from "./shared.js";

export const eventPage = (app, id, part = "") => `/${app.area}/events/${encodeURIComponent(id)}${part && `/${part}`}`;

// An instant as a field for day and time has it in the reader's zone, and back.
export const wall = instant => wallTime(instant);
export const fromWall = value => instantOf(value);

/** Draws what a key stands for, and only when it is another one: what somebody is writing there is left alone meanwhile, and a question that stands open. */
export function keyed(app, node, key, make) {
  const text = JSON.stringify(key);
  if (node.dataset.shown === text || isAsked(node)) return;
  node.dataset.shown = text;
  app.replace(node, make());
}

// Whoever does not want to be named where everybody looks is a player without a name there.
export const rowName = (app, row) => row.name || app.text("somebody");

export const names = (app, found, ids) => ids.map(id => rowName(app, found.rows.find(row => row.id === id) ?? {}));

export const score = (app, row) => row.rounds.length || row.thru ? toPar(app, row.toPar) : "–";

export const divisions = found => [...new Set(found.rows.map(row => row.division))];

/** A course, how many rounds and how they begin, in one line. */
export function about(app, event) {
  return [[event.courseName || app.text("unspecified"), event.layoutName].filter(Boolean).join(" · "),
    app.text("holesOf", { n: number(app, event.holes) }), app.text("roundsPlanned", { n: number(app, event.rounds) }),
    event.interval ? app.text("teeTimesEvery", { n: number(app, event.interval) }) : app.text("shotgun")].join(" · ");
}

export const state = (app, event) => app.element("span", { class: event.state === "running" ? "pill live" : "pill" }, app.text(`eventState.${event.state}`));

/** A labelled field. */
export function field(app, id, label, attributes = {}) {
  const { options, value, ...rest } = attributes;
  const node = options ? app.element("select", { id, ...rest }, options.map(([key, text]) => app.element("option", { value: key, selected: String(key) === String(value) }, text)))
    : app.element("input", { id, autocomplete: "off", value, ...rest });
  return { node, line: app.element("div", {}, app.element("label", { for: id }, label), node) };
}

export const check = (app, id, label, checked) => {
  const node = app.element("input", { id, type: "checkbox", checked: Boolean(checked) });
  return { node, line: app.element("label", { class: "check", for: id }, node, " ", label) };
};
