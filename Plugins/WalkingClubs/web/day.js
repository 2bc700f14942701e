// A session: its figures, its route on its own ground, the receipt, and the way to share it.
import { hour } from "/formats.js";
import { at, base, dayName, figures, head, number, share as agree, sharing } from "./common.js";
import { company, facts, isWithoutLocation, recordButton } from "./day-card.js";
import { route } from "./route.js";
import { shareButton } from "./picture.js";

export default async function page(app) {
  const { day } = app.parameters;
  const found = await app.get(`${base}/me/days/${day}`);
  const { shape } = found.summary.hasRoute ? await app.get(`${base}/me/days/${day}/route`).catch(() => ({ shape: null })) : { shape: null };
  const { summary } = found;
  app.replace(app.root, ...head(app, dayName(app, day), app.element("p", { class: "muted" }, [found.club?.name, found.group?.name, company(app, summary), summary.isOpen ? app.text("goesOn") : ""].filter(Boolean).join(" · "))),
    figures(app, facts(app, summary)), shape ? route(app, shape) : await withoutRoute(app, summary),
    receipt(app, found), app.element("section", {}, app.element("h2", {}, app.text("share")), app.element("p", {}, app.text("shareDetail")), shareButton(app, found, shape),
      found.share && app.element("p", { class: "row" }, app.element("a", { href: at(app, "shared", found.share) }, app.text("seeShared")),
        app.action(app.text("shareNoMore"), async () => {
          await app.remove(`${base}/me/days/${day}/share`);
          await page(app);
          app.announce(app.text("sharedNoMore"));
        }))));
}

// Location was off, or the route is not told: what to do about it. Of a short one nothing is left that could be drawn.
async function withoutRoute(app, summary) {
  if (isWithoutLocation(summary)) {
    return app.element("fh-card", { icon: "pin", heading: app.text("gpsOff") }, app.element("p", {}, app.text("gpsOffDetail")),
      app.element("div", { class: "actions" }, recordButton(app)));
  }
  const agreed = await sharing(app);
  if (agreed.route !== false) return summary.hasRoute ? app.element("fh-card", { icon: "map", heading: app.text("routeShort") }, app.element("p", {}, app.text("routeShortDetail"))) : null;
  return app.element("fh-card", { icon: "map", heading: app.text("routeHidden") }, app.element("p", {}, app.text("routeHiddenDetail")),
    app.element("div", { class: "actions" }, app.action(app.text("showRoute"), async () => {
      await agree(app, "route", true);
      await page(app);
    }, "")));
}

function receipt(app, { lines, points }) {
  const sum = (label, value, kind = "") => app.element("tr", { class: kind }, app.element("th", { scope: "row" }, label), app.element("td", {}, value));
  return app.element("section", {}, app.element("h2", {}, app.text("receipt")),
    app.element("fh-list", { label: app.text("receipt") }, lines.map(line => entry(app, line))),
    points && app.element("table", { class: "card sums" }, app.element("tbody", {},
      sum(app.text("counted"), number(app, points.counted)), points.cut > 0 && sum(app.text("aboveLimit", { limit: number(app, points.limit) }), `−${number(app, points.cut)}`),
      sum(app.text("forSteps", { n: number(app, points.perThousand) }), number(app, points.forSteps)), sum(app.text("forCompany"), number(app, points.social)),
      sum(app.text("forMatch"), number(app, points.match)), sum(app.text("points"), number(app, points.total), "total"))),
    lines.some(line => line.grossCalories) && app.element("p", { class: "muted" }, app.text("energyNote", { edition: lines.find(line => line.edition)?.edition ?? "2011" })));
}

function entry(app, line) {
  const time = hour(app, line.startedAt);
  const done = [line.steps ? app.text("stepsOf", { n: number(app, line.steps) }) : "", line.pushes ? app.text("pushesOf", { n: number(app, line.pushes) }) : "",
    line.metres ? `${number(app, line.metres / 1000, 2)} ${app.text("km")}` : "", app.text("minutesOf", { n: number(app, line.seconds / 60) })].filter(Boolean).join(" · ");
  const energy = line.grossCalories ? app.text(`formula.${line.formula}`, { active: number(app, line.activeCalories), gross: number(app, line.grossCalories) }) : "";
  return app.element("div", {}, app.icon(line.cut ? "close" : "check"), app.element("span", { class: "grow" },
    app.element("span", {}, `${time} · ${app.text(`kind.${line.kind}`)} · ${app.text(`source.${line.source}`)}`), app.element("small", {}, done), energy && app.element("small", {}, energy),
    line.overlap > 0 && app.element("small", {}, app.text("overlap", { n: number(app, line.overlap) })), line.cut && app.element("small", { class: "cut" }, app.text(`cut.${line.cut}`))),
  app.element("strong", {}, number(app, line.counted)));
}
