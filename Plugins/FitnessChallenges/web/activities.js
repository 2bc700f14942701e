// The activities of whoever is signed in, the newest first.
import { dayOf } from "/formats.js";
import { base, day, look, number, path, time } from "./shared.js";
import { showRoutes } from "./route-consent.js";

export const kinds = ["walk", "run", "wheelchair", "ride", "swim", "other"];
export const activities = `${base}/me/activities`;
const icons = { walk: "walk", run: "run", ride: "bike" };

export const metres = (app, value) => new Intl.NumberFormat(app.language, { style: "unit", unit: "kilometer", maximumFractionDigits: 2 }).format(value / 1000);

/** So many seconds, in hours and minutes; under a minute in seconds. */
export function lasting(app, seconds) {
  const part = (value, unit) => new Intl.NumberFormat(app.language, { style: "unit", unit, unitDisplay: "short" }).format(value);
  if (seconds < 60) return part(Math.floor(seconds), "second");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return [hours && part(hours, "hour"), part(minutes, "minute")].filter(Boolean).join(" ");
}

export const kindOptions = (app, chosen = "walk") =>
  kinds.map(kind => app.element("option", { value: kind, selected: kind === chosen }, app.text(`activity.${kind}`)));

export const figures = (app, activity) => [activity.metres > 0 && metres(app, activity.metres), activity.steps > 0 && app.text("stepsOf", { n: number(app, activity.steps) }),
  activity.seconds > 0 && lasting(app, activity.seconds)].filter(Boolean).join(" · ");

const ways = [["record", "recordWalk", ""], ["enter", "enterActivity", "plain"], ["import", "importFile", "plain"], ["devices", "companions", "plain"]];

export default async function page(app) {
  const list = app.element("div", {});
  const none = app.element("fh-empty", { icon: "walk", heading: app.text("noActivities"), detail: app.text("noActivitiesHelp"), hidden: true });
  const more = app.element("button", { type: "button", class: "plain", hidden: true }, app.text("more"));
  const routes = app.element("div", {});
  const days = new Map();
  const load = async after => {
    const found = await app.get(after ? `${activities}?after=${encodeURIComponent(after)}` : activities);
    for (const activity of found.items) put(app, list, days, activity);
    none.hidden = list.children.length > 0;
    more.hidden = !found.next;
    more.onclick = () => load(found.next).catch(problem => app.announce(app.said(problem)));
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("activities")),
    app.element("p", { class: "row ways" }, ways.map(([part, name, kind]) => app.element("a", { class: `button ${kind}`, href: path(app, "activities", part) }, app.text(name)))),
    list, none, more, routes);
  await load();
  await showRoutes(app, routes);
}

// Below the day on which it began, in the reader's zone.
function put(app, list, days, activity) {
  const key = dayOf(activity.start);
  if (!days.has(key)) {
    const rows = app.element("fh-list", { label: day(app, key) });
    days.set(key, rows);
    list.append(app.element("section", {}, app.element("h2", {}, day(app, key)), rows));
  }
  const marks = [app.text(`from.${activity.source}`), activity.counts.seconds < activity.seconds && app.text("partCounts"), ...activity.suspect.map(code => app.text(`suspect.${code}`))];
  days.get(key).append(app.element("a", { href: path(app, "activities", "of", activity.id) }, app.icon(icons[activity.kind] ?? "dumbbell"),
    app.element("span", { class: "grow" }, app.element("span", {}, app.element("bdi", {}, activity.title || app.text(`activity.${activity.kind}`))),
      app.element("small", {}, [figures(app, activity), time(app, activity.start)].filter(Boolean).join(" · ")),
      app.element("small", {}, marks.filter(Boolean).join(" · ")))));
}
