// Badges: what I have, and what can be earned in my club.
import { base, dayName, first, head, number } from "./common.js";

export const rule = (app, badge) => app.text(`badge.${badge.metric}.${badge.span === "day" && badge.metric !== "streak" ? "day" : "season"}`, { n: number(app, badge.amount) });

export default async function page(app) {
  const me = app.me ? await app.get(`${base}/me`) : null;
  const missing = first(app, me);
  if (missing) return app.replace(app.root, ...head(app, app.text("badges")), missing);
  const [mine, open] = await Promise.all([app.get(`${base}/me/badges`), app.get(`${base}/clubs/${encodeURIComponent(me.club.id)}/badges`)]);
  const have = new Set(mine.items.map(award => award.badge.id));
  const tile = (badge, text, kind) => app.element("li", { class: kind }, app.element("span", { class: "sign" }, app.icon(badge.icon)), app.element("strong", {}, app.element("bdi", {}, badge.title)), app.element("small", { class: "muted" }, text));
  const rest = open.items.filter(badge => !have.has(badge.id));
  app.replace(app.root, ...head(app, app.text("badges")), mine.items.length
    ? app.element("ul", { class: "shelf" }, mine.items.map(award => tile(award.badge, dayName(app, award.day, { day: "numeric", month: "short", year: "numeric" }), "")))
    : app.element("fh-empty", { icon: "medal", heading: app.text("noBadges"), detail: app.text("noBadgesDetail") }),
  rest.length > 0 && [app.element("h2", {}, app.text("toEarn")), app.element("ul", { class: "shelf" }, rest.map(badge => tile(badge, rule(app, badge), "open")))]);
}
