// What the pages of fitness challenges share.
import { dayOf, moment } from "/formats.js";

export const base = "/v1/fitness-challenges";

export const look = app => app.sheet("fitness.css");

export const number = (app, value) => new Intl.NumberFormat(app.language, { maximumFractionDigits: 3 }).format(value);

export const daysLong = (app, count) => new Intl.NumberFormat(app.language, { style: "unit", unit: "day", unitDisplay: "long" }).format(count);

// How long challenges mostly last, in days; the last is half a year.
export const lengths = [7, 14, 30, 60, 90, 184];

// A day such as 2025-08-15, which is the same everywhere.
export const day = (app, text) =>
  new Intl.DateTimeFormat(app.language, { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(`${text}T00:00:00Z`));

// The day that it is in the reader's zone, as a field for days takes it.
export const today = app => dayOf(app.instant());

// An instant in a time zone, which it names; in the reader's own without one.
/** @type {(app: any, instant: string, timeZone?: string) => string} */
export const time = (app, instant, timeZone) =>
  moment(app, instant, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone });

export const measured = (app, exercise) => exercise.measure === "yesNo" ? app.text("measure.yesNo")
  : exercise.unit || app.text(exercise.measure === "duration" ? "minutes" : `measure.${exercise.measure}`);

// Goals of the usual kinds in words; others as the formulas that they are.
const usual = [[/^total >= ([\d.]+)$/, "said.total"], [/^best >= ([\d.]+)$/, "said.best"], [/^days >= (\d+)$/, "said.everyDays"], [/^days\(([\d.]+)\) >= (\d+)$/, "said.days"],
  [/^weeks\(([\d.]+)\) >= (\d+)$/, "said.weeks"], [/^streak\(([\d.]+)\) >= (\d+)$/, "said.streak"]];

export function goalSaid(app, exercise) {
  for (const [form, key] of usual) {
    const found = exercise.goal.match(form);
    if (!found) continue;
    const [n, times] = found.slice(1).map(value => number(app, Number(value)));
    return app.text(key, { n: key === "said.everyDays" ? n : `${n} ${exercise.unit}`.trim(), times });
  }
  return app.element("code", { dir: "ltr" }, exercise.goal);
}

export const path = (app, ...parts) => `/${[app.area, ...parts.map(encodeURIComponent)].join("/")}`;

export const teamName = (app, team) => /^\d+$/.test(team.name ?? team) ? app.text("teamNumber", { n: number(app, Number(team.name ?? team)) }) : team.name ?? team;

/** A field of a form with its label, and the place for what is wrong with it. */
export function field(app, id, label, control, help) {
  control.id = id;
  const mistake = app.element("p", { class: "error", id: `${id}-mistake`, role: "alert" });
  control.setAttribute("aria-describedby", mistake.id);
  return app.element("div", { class: "field" }, app.element("label", { for: id }, label), control, help && app.element("p", { class: "muted" }, help), mistake);
}

/** Tells the mistakes of a refusal beside their fields; what has no field, in `rest`. */
export function tell(root, problem, ids, rest) {
  for (const place of root.querySelectorAll("p.error")) place.textContent = "";
  let left = problem && !problem.errors?.length ? problem.message : "";
  let first = null;
  for (const { pointer, detail } of problem?.errors ?? []) {
    const place = root.querySelector(`#${CSS.escape(`${ids(pointer)}-mistake`)}`);
    if (place) {
      place.textContent = detail;
      first ??= root.querySelector(`#${CSS.escape(ids(pointer))}`);
    } else left = detail;
  }
  rest.textContent = left;
  first?.focus();
}

/** Asks in a dialog over the page: what was chosen, or "". */
export async function ask(app, heading, content, choices) {
  const dialog = app.element("fh-dialog", { heading, leave: app.text("cancel") }, content,
    app.element("div", { class: "actions" }, choices.map(([value, label, kind]) => app.element("button", { type: "button", value, class: kind ?? "" }, label))));
  return app.asked(dialog, app.root);
}

/** What one reads of a challenge in a list. */
export function entry(app, challenge) {
  const me = challenge.me;
  const facts = [app.text(`kind.${challenge.kind}`), app.text("difficultyOf", { n: number(app, challenge.difficulty) }), daysLong(app, challenge.days)];
  return app.element("a", { class: "card entry", href: path(app, "challenges", challenge.id) },
    challenge.cover ? app.element("img", { src: challenge.cover, alt: "", class: "level" }) : app.element("span", { class: "level", "aria-hidden": "true" }, number(app, challenge.difficulty)),
    app.element("span", {}, app.element("span", {}, app.element("bdi", {}, challenge.title)), app.element("span", { class: "muted" }, facts.join(" · ")),
      me && app.element("span", { class: "muted" }, `${app.text(`outcome.${me.outcome}`)} · ${app.text("pointsOf", { n: number(app, me.points) })}`)));
}
