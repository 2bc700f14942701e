// What operators of disc golf read: how satisfied players are, beside what is aimed at. Whoever is no operator reads that this is for operators.
import { base, look, number } from "./shared.js";

export default async function page(app) {
  const head = [look(app), app.element("h1", {}, app.text("operators"))];
  const found = await app.get(`${base}/opinions`).catch(problem => {
    if (problem.status !== 401 && problem.status !== 403) throw problem;
    return null;
  });
  if (!found) return app.replace(app.root, head, app.element("fh-empty", { icon: "person", heading: app.text("operatorsOnly") }));
  const { items, goal, fewest, days } = found;
  const heads = ["", ...["answers", "goal"].map(key => app.text(`opinions.${key}`)), app.text("average"), app.text("opinions.helped")];
  app.replace(app.root, head, app.element("section", { class: "card scroll opinions" }, app.element("h2", {}, app.text("opinions")),
    app.element("p", { class: "muted" }, app.text("opinions.about", { days: number(app, days), n: number(app, fewest) })),
    app.element("table", {}, app.element("thead", {}, app.element("tr", {}, heads.map(title => app.element("th", { scope: "col" }, title)))),
      app.element("tbody", {}, items.map(item => app.element("tr", {}, app.element("th", { scope: "row" }, app.text(`opinions.of.${item.subject}`)),
        [number(app, item.answers), app.text("opinions.least", { n: number(app, goal) }), mean(app, item), helped(app, item)].map(value => app.element("td", {}, value))))))),
  items.map(item => item.distribution && plot(app, item)));
}

const isThere = value => value !== undefined && value !== null;

function mean(app, item) {
  if (!isThere(item.mean)) return app.text("opinions.few");
  return `${number(app, item.mean, 2)} · ${app.text(item.isMet ? "opinions.isMet" : "opinions.isMissed")}`;
}

// Whoever looks at statistics is not asked about help.
function helped(app, item) {
  if (item.subject !== "round") return "–";
  return isThere(item.helpedAtMostOnce) ? new Intl.NumberFormat(app.language, { style: "percent" }).format(item.helpedAtMostOnce) : app.text("opinions.few");
}

// How many gave how many stars, the most first.
function plot(app, { subject, answers, distribution }) {
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text(`opinions.of.${subject}`)), [5, 4, 3, 2, 1].map(count => {
    const label = app.text("opinion.stars", { n: number(app, count) });
    return app.element("div", { class: "bar-line" }, app.element("span", {}, label),
      app.element("meter", { min: 0, max: answers, value: distribution[count - 1], "aria-label": label }), app.element("strong", {}, number(app, distribution[count - 1])));
  }));
}
