// What was logged, day by day, as bars; for those who do not see them, as a table.
import { day, number } from "./shared.js";

const [wide, high] = [320, 120];

function made(kind, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// So many days from one day on, the last of them today or the last of the challenge.
function days(first, last) {
  const found = [];
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= Date.parse(`${last}T00:00:00Z`) && found.length < 3660; at += 86_400_000) found.push(new Date(at).toISOString().slice(0, 10));
  return found;
}

/** A chart of each exercise of which something was logged. */
export function charts(app, challenge, items) {
  const { me } = challenge;
  const last = [me.openDays[0]?.day ?? me.end, me.end].sort()[0];
  return challenge.exercises.map(exercise => {
    const own = items.filter(item => item.exercise === exercise.id && item.ruling !== "rejected");
    if (!own.length) return null;
    const all = days(me.start, last);
    const sums = all.map(one => own.filter(item => item.day === one).reduce((sum, item) => sum + item.value, 0));
    return app.element("figure", { class: "chart" }, app.element("figcaption", {}, app.element("bdi", {}, exercise.name), exercise.unit && ` (${exercise.unit})`),
      bars(app, exercise, all, sums), table(app, exercise, all, sums));
  });
}

function bars(app, exercise, all, sums) {
  const most = Math.max(...sums, 0.001);
  const step = wide / all.length;
  const picture = made("svg", { viewBox: `0 0 ${wide} ${high}`, class: "bars", role: "img", preserveAspectRatio: "none",
    "aria-label": app.text("chartOf", { exercise: exercise.name, most: number(app, Math.max(...sums)) }) });
  sums.forEach((sum, index) => {
    if (sum > 0) picture.append(made("rect", { x: (index * step + step * 0.1).toFixed(2), y: (high - sum / most * high).toFixed(2), width: (step * 0.8).toFixed(2), height: (sum / most * high).toFixed(2) }));
  });
  return picture;
}

function table(app, exercise, all, sums) {
  const rows = all.map((one, index) => [one, sums[index]]).filter(([, sum]) => sum > 0);
  return app.element("details", {}, app.element("summary", {}, app.text("asTable")), app.element("table", {},
    app.element("thead", {}, app.element("tr", {}, app.element("th", { scope: "col" }, app.text("day")), app.element("th", { scope: "col" }, app.element("bdi", {}, exercise.unit || app.text(`measure.${exercise.measure}`))))),
    app.element("tbody", {}, rows.map(([one, sum]) => app.element("tr", {}, app.element("th", { scope: "row" }, day(app, one)), app.element("td", {}, number(app, sum)))))));
}
