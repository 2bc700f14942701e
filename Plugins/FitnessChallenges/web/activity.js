// One activity: its figures, its route on a ground of its own, and what can be changed of it.
import { activities, kindOptions, lasting, metres } from "./activities.js";
import { ask, field, look, number, path, tell, time } from "./shared.js";
import { showRoutes } from "./route-consent.js";

export default async function page(app) {
  const address = `${activities}/${encodeURIComponent(app.parameters.activity)}`;
  const activity = await app.get(address);
  const name = activity.title || app.text(`activity.${activity.kind}`);
  const routes = app.element("div", {});
  const isOnlySteps = activity.source === "manual" && activity.kind === "walk";
  app.replace(app.root, look(app), app.element("h1", {}, app.element("bdi", {}, name)),
    app.element("p", { class: "muted" }, [app.text(`from.${activity.source}`), time(app, activity.start)].join(" · ")),
    isOnlySteps && app.element("section", { class: "card" }, app.element("p", {}, app.text("onlySteps")),
      app.element("p", {}, app.element("a", { class: "button", href: path(app, "activities", "record") }, app.text("startWithLocation")))),
    numbers(app, activity), notes(app, activity), activity.points?.length > 1 && picture(app, activity.points),
    activity.routeLeftOut && app.element("p", { class: "card", id: "route-left-out" }, app.text("routeLeftOut")), change(app, activity, address), routes);
  if (activity.routeLeftOut) await showRoutes(app, routes);
}

function numbers(app, activity) {
  const rows = [["distance", activity.metres > 0 && metres(app, activity.metres)], ["steps", activity.steps > 0 && number(app, activity.steps)],
    ["pushes", activity.pushes > 0 && number(app, activity.pushes)], ["moving", activity.seconds > 0 && lasting(app, activity.seconds)]];
  return app.element("dl", { class: "card figures" }, rows.filter(([, value]) => value).map(([key, value]) =>
    app.element("div", {}, app.element("dt", { class: "muted" }, app.text(key)), app.element("dd", { class: "figure" }, value))));
}

function notes(app, activity) {
  const said = [activity.counts.seconds < activity.seconds && app.text("partCounts"), ...activity.suspect.map(code => app.text(`suspect.${code}`))].filter(Boolean);
  return said.length > 0 && app.element("ul", { class: "card notes" }, said.map(text => app.element("li", {}, text)));
}

/** The route as a line, north up, as wide as it is long there. */
export function picture(app, points) {
  const space = "http://www.w3.org/2000/svg";
  const narrow = Math.cos(points[0][0] * Math.PI / 180);
  const places = points.map(([north, east]) => [east * narrow, -north]);
  const [left, top] = [0, 1].map(axis => Math.min(...places.map(place => place[axis])));
  const [right, bottom] = [0, 1].map(axis => Math.max(...places.map(place => place[axis])));
  const scale = 280 / Math.max(right - left, bottom - top, 1e-6);
  const drawn = places.map(([x, y]) => `${((x - left) * scale + 20).toFixed(1)},${((y - top) * scale + 20).toFixed(1)}`);
  const made = (kind, attributes) => {
    const node = document.createElementNS(space, kind);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  const map = made("svg", { class: "route", role: "img", "aria-label": app.text("routePicture"), viewBox: `0 0 ${((right - left) * scale + 40).toFixed(1)} ${((bottom - top) * scale + 40).toFixed(1)}` });
  const [first, last] = [drawn[0], drawn.at(-1)].map(place => place.split(","));
  map.append(made("polyline", { points: drawn.join(" ") }), made("circle", { cx: first[0], cy: first[1], r: 6, class: "first" }), made("circle", { cx: last[0], cy: last[1], r: 6 }));
  return app.element("figure", { class: "card" }, map, app.element("figcaption", { class: "muted" }, app.text("routeHidden")));
}

function change(app, activity, address) {
  const kind = app.element("select", {}, kindOptions(app, activity.kind));
  const title = app.element("input", { maxlength: 80, value: activity.title, autocomplete: "off" });
  const steps = activity.source === "manual" && app.element("input", { type: "number", min: 0, max: 200000, step: 1, value: activity.steps, inputmode: "numeric" });
  const rest = app.element("p", { class: "error", role: "alert" });
  const form = app.element("form", { class: "card", novalidate: true }, field(app, "kind", app.text("activityKind"), kind), field(app, "title", app.text("activityTitle"), title),
    steps && field(app, "steps", app.text("steps"), steps), rest,
    app.element("p", { class: "row" }, app.element("button", {}, app.text("saveActivity")), app.action(app.text("removeActivity"), () => remove(app, address))));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    try {
      await app.put(address, { kind: kind.value, title: title.value, ...(steps && { steps: Number(steps.value) }) });
      app.announce(app.text("activityChanged"));
      await page(app);
    } catch (problem) {
      tell(form, problem, pointer => pointer.slice(1), rest);
    }
  });
  return form;
}

async function remove(app, address) {
  const sure = await ask(app, app.text("removeActivity"), app.element("p", {}, app.text("removeActivityQuestion")),
    [["yes", app.text("removeActivity"), "danger"], ["", app.text("cancel"), "plain"]]);
  if (!sure) return;
  await app.remove(address);
  app.announce(app.text("activityRemoved"));
  await app.go(path(app, "activities"));
}
