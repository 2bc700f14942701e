// The weather of a course hour by hour, and how it goes with my scores.
import { format } from "/formats.js";
import { base, number } from "./shared.js";
import { mean } from "./statistics.js";

const signs = { clear: "☀", fair: "⛅", cloudy: "☁", fog: "🌫", rain: "🌧", sleet: "🌨", snow: "❄", thunder: "⛈" };
const arrows = ["↓", "↙", "←", "↖", "↑", "↗", "→", "↘"];
// How many hours are shown.
const most = 12;

const unit = (app, name, value, digits = 0) => new Intl.NumberFormat(app.language, { style: "unit", unit: name, maximumFractionDigits: digits }).format(value);

/** A part of the page of a course; nothing where nobody knows. */
export async function forecast(app, course) {
  const { hours, source } = await app.get(`${base}/courses/${encodeURIComponent(course.id)}/weather`);
  if (!hours.length) return null;
  const time = format(app.language, { hour: "numeric" });
  return app.element("section", { class: "card scroll weather" }, app.element("h2", {}, app.text("weather")), app.element("ol", {}, hours.slice(0, most).map(hour =>
    app.element("li", {}, app.element("span", { class: "muted" }, time.format(new Date(hour.at))),
      hour.sky && app.element("span", { class: "sky", role: "img", "aria-label": app.text(`sky.${hour.sky}`), title: app.text(`sky.${hour.sky}`) }, signs[hour.sky]),
      app.element("strong", {}, unit(app, "celsius", hour.temperature)), app.element("span", {}, wind(app, hour)),
      app.element("span", { class: "muted" }, hour.rain >= 0.1 ? unit(app, "millimeter", hour.rain, 1) : "")))),
  app.element("p", { class: "muted" }, app.text("weatherSource", { source })));
}

// An arrow as the wind blows, away from where it comes.
function wind(app, { wind: value, windFrom }) {
  const arrow = Number.isFinite(windFrom) ? `${arrows[Math.round(windFrom / 45) % 8]} ` : "";
  return `${arrow}${unit(app, "meter-per-second", value)}`;
}

/** A part of the page of statistics; nothing while no weather was noted. */
export async function influence(app) {
  const { rounds, groups } = await app.get(`${base}/me/weather`);
  if (!rounds) return null;
  return app.element("section", { class: "card scroll" }, app.element("h2", {}, app.text("weather")), app.element("p", { class: "muted" }, app.text("weatherRounds", { n: number(app, rounds) })),
    app.element("table", {}, app.element("thead", {}, app.element("tr", {}, ["", app.text("rounds"), app.text("averageOf18"), app.text("againstMean")].map(head => app.element("th", { scope: "col" }, head)))),
      app.element("tbody", {}, groups.map(group => app.element("tr", {}, app.element("th", { scope: "row" }, app.text(`weather.${group.kind}`)),
        [number(app, group.rounds), mean(app, group.average), mean(app, group.difference)].map(value => app.element("td", {}, value)))))));
}
