// A session that somebody shares, for whoever has the link.
import { at, base, crest, dayName, figures, look } from "./common.js";
import { facts } from "./day-card.js";
import { route } from "./route.js";

export default async function page(app) {
  const day = await app.get(`${base}/shared/${encodeURIComponent(app.parameters.share)}`);
  app.replace(app.root, look(app), app.element("div", { class: "club-head" }, crest(app, { name: day.club, picture: day.clubPicture }, "large"),
    app.element("div", {}, app.element("h1", {}, dayName(app, day.day)), app.element("p", { class: "muted" }, [day.club, day.group].filter(Boolean).join(" · ")))),
  figures(app, facts(app, { ...day, activeCalories: day.calories })), day.shape && route(app, day.shape),
  app.element("p", {}, app.element("a", { class: "button", href: at(app) }, app.text("walkToo"))));
}
