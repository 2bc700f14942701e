// A day's session in one card. Where location was off, the latest one says so; of older ones it stands on their page.
import { at, dayName, figures, kilometres, number } from "./common.js";

export function facts(app, day) {
  return [[app.text("steps"), number(app, day.steps)], [app.text("pushes"), day.pushes ? number(app, day.pushes) : null],
    [app.text("distance"), isWithoutLocation(day) ? null : kilometres(app, day.metres)],
    [app.text("calories"), day.activeCalories ? number(app, day.activeCalories) : null], [app.text("points"), day.points === null || day.points === undefined ? null : number(app, day.points)]];
}

export const company = (app, day) => !day.together ? "" : app.text(day.together === "alone" ? "alone" : "inGroup");

export function dayCard(app, day, summary, label = "") {
  if (!summary) {
    return app.element("fh-empty", { icon: "walk", heading: app.text("noSession"), detail: app.text("noSessionDetail", { day: dayName(app, day) }) },
      app.element("a", { class: "button", href: "/fitness-challenges/activities/record" }, app.text("recordWalk")));
  }
  const marks = [company(app, summary), summary.opponent !== null && summary.opponent !== undefined && app.text("matchDay"), summary.isOpen && app.text("goesOn")].filter(Boolean).join(" · ");
  const isOff = label !== "" && isWithoutLocation(summary);
  return app.element("fh-card", { icon: "walk", label, heading: dayName(app, summary.day), badge: marks || null },
    figures(app, facts(app, summary)), isOff && app.element("p", {}, app.element("strong", {}, app.text("gpsOff"))), isOff && app.element("p", {}, app.text("gpsOffDetail")),
    app.element("div", { class: "actions" }, isOff && recordButton(app), app.element("a", { class: "button plain", href: at(app, "days", summary.day) }, app.text("receipt"))));
}

export const isWithoutLocation = day => day.metres === null || day.metres === undefined;

export const recordButton = app => app.element("a", { class: "button", href: "/fitness-challenges/activities/record" }, app.text("gpsOn"));
