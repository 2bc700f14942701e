// Recording a walk in the open page. Why the location is needed is said before the browser asks for it; without it only steps count.
import { activities, lasting, metres } from "./activities.js";
import { ask, field, look, number, path } from "./shared.js";
import { askForRoute } from "./route-consent.js";
import { add, begin, between, clear, load, segments } from "./walk-store.js";

/** How inaccurate a place may be, in metres, and how near to the last one it is left out unless so many milliseconds have gone by. */
const [leastAccurate, near, rest] = [50, 5, 15_000];

export default async function page(app) {
  const walk = load(app.me?.id);
  const ends = [];
  app.replace(app.root, look(app), app.element("h1", {}, app.text("recordWalk")), app.element("div", { id: "walk" }));
  if (walk) record(app, walk, ends);
  else offer(app, ends);
  return () => ends.forEach(end => end());
}

const place = app => app.root.querySelector("#walk");

function offer(app, ends) {
  // Times are the host's, as the device's clock may be wrong.
  const start = hasLocation => {
    const walk = { id: crypto.randomUUID(), person: app.me.id, hasLocation, start: app.instant(), ahead: Date.parse(app.instant()) - Date.now() };
    begin(walk);
    record(app, { ...walk, points: [] }, ends);
  };
  app.replace(place(app), app.element("fh-card", { icon: "pin", heading: app.text("whyLocation") },
    app.element("p", {}, app.text("whyLocationText")), app.element("p", {}, app.text("whyLocationAsk")),
    app.element("div", { class: "actions" }, app.action(app.text("startWithLocation"), async () => {
      if (await askForRoute(app)) start(true);
    }, ""),
      app.element("button", { type: "button", class: "plain", onclick: () => start(false) }, app.text("startWithout")))));
}

function record(app, walk, ends) {
  const [gone, way, count] = [0, 1, 2].map(() => app.element("dd", { class: "figure" }));
  const state = app.element("p", { class: "muted", role: "status" }, app.text(walk.hasLocation ? "waitingLocation" : "recordingWithout"));
  let metresGone = 0;
  for (const [index, point] of walk.points.entries()) if (point && walk.points[index - 1]) metresGone += between(walk.points[index - 1], point);
  const show = () => {
    gone.textContent = lasting(app, (Date.now() + walk.ahead - Date.parse(walk.start)) / 1000);
    way.textContent = metres(app, metresGone);
    count.dataset.count = walk.points.filter(Boolean).length;
    count.textContent = number(app, Number(count.dataset.count));
  };
  const hear = point => {
    const last = walk.points.at(-1);
    if (last && between(last, point) < near && point[2] - last[2] < rest) return;
    if (last) metresGone += between(last, point);
    walk.points.push(point);
    add(walk.points);
    state.textContent = app.text("recording");
    show();
  };
  if (walk.hasLocation) ends.push(follow(app, walk, hear, state));
  const ticking = setInterval(show, 1000);
  ends.push(() => clearInterval(ticking));
  const pair = (key, value) => app.element("div", {}, app.element("dt", { class: "muted" }, app.text(key)), value);
  app.replace(place(app), app.element("section", { class: "card" }, state,
    app.element("dl", { class: "figures" }, pair("moving", gone), walk.hasLocation && pair("distance", way), walk.hasLocation && pair("pointsOfWalk", count)),
    app.element("p", { class: "muted" }, app.text("keepOpen")),
    app.element("p", { class: "row begin" }, app.element("button", { type: "button", onclick: () => finish(app, walk, ends) }, app.text("finishWalk"))),
    app.action(app.text("discardWalk"), () => discard(app, ends))));
  show();
}

// Listens to the location; what it had before a reload is another segment.
function follow(app, walk, hear, state) {
  if (walk.points.length > 0 && walk.points.at(-1) !== null) walk.points.push(null);
  const watch = navigator.geolocation.watchPosition(({ coords, timestamp }) => {
    if (coords.accuracy > leastAccurate) return;
    const rounded = value => Math.round(value * 1e6) / 1e6;
    hear([rounded(coords.latitude), rounded(coords.longitude), Math.max(Date.parse(walk.start), Math.round(timestamp + walk.ahead))]);
  }, problem => {
    if (problem.code === problem.PERMISSION_DENIED) state.textContent = app.text("locationDenied");
  }, { enableHighAccuracy: true });
  let light = null;
  navigator.wakeLock?.request("screen").then(lock => { light = lock; }).catch(() => null);
  return () => {
    navigator.geolocation.clearWatch(watch);
    light?.release().catch(() => null);
  };
}

async function discard(app, ends) {
  if (!await ask(app, app.text("discardWalk"), app.element("p", {}, app.text("discardQuestion")), [["yes", app.text("discardWalk"), "danger"], ["", app.text("cancel"), "plain"]])) return;
  ends.splice(0).forEach(end => end());
  clear();
  offer(app, ends);
}

async function finish(app, walk, ends) {
  const found = segments(walk.points);
  const hasTrack = found.some(segment => segment.length > 1);
  const steps = app.element("input", { type: "number", min: hasTrack ? 0 : 1, max: 200000, step: 1, inputmode: "numeric" });
  const content = app.element("div", {}, !hasTrack && app.element("p", {}, app.text("onlySteps")), field(app, "steps", app.text(hasTrack ? "stepsCounted" : "stepsNeeded"), steps));
  if (!await ask(app, app.text("finishWalk"), content, [["yes", app.text("saveActivity")], ["", app.text("cancel"), "plain"]])) return;
  const last = found.flat().reduce((latest, point) => Math.max(latest, point[2]), 0);
  const end = new Date(Math.max(Date.now() + walk.ahead, last, Date.parse(walk.start) + 1000)).toISOString();
  const body = { id: walk.id, kind: "walk", start: walk.start, end, steps: Number(steps.value), ...(hasTrack && { points: found }) };
  try {
    const { isSent } = await app.queue.enter({ method: "POST", path: activities, body, title: app.text("activity.walk"), page: path(app, "activities") });
    ends.splice(0).forEach(end => end());
    clear();
    app.announce(app.text(isSent ? "activityKept" : "activityLater"));
    await app.go(isSent ? path(app, "activities", "of", walk.id) : path(app, "activities"));
  } catch (problem) {
    app.announce(problem.errors?.[0]?.detail ?? app.said(problem));
  }
}
