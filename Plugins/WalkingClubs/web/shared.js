// A session that somebody shares, for whoever has the link.
import { at, base, crest, dayName, figures, look } from "./common.js";
import { facts } from "./day-card.js";
import { route } from "./route.js";

export default async function page(app) {
  const day = await app.get(`${base}/shared/${encodeURIComponent(app.parameters.share)}`);
  app.replace(app.root, look(app), app.element("div", { class: "club-head" }, crest(app, { name: day.club, picture: day.clubPicture }, "large"),
    app.element("div", {}, app.element("h1", {}, dayName(app, day.day)), app.element("p", { class: "muted" }, [day.club, day.group].filter(Boolean).join(" · ")))),
  figures(app, facts(app, { ...day, activeCalories: day.calories })), day.shape && route(app, day.shape),
  app.element("p", {}, app.element("a", { class: "button", href: at(app) }, app.text("walkToo"))), matchMedia("(display-mode: standalone)").matches ? null : install(app));
}

// How whoever has not got the app comes by it: by the browser's own question, where it has one, or by its menu.
function install(app) {
  const button = app.element("button", { type: "button", hidden: true }, app.text("install"));
  const offer = event => {
    event.preventDefault();
    button.hidden = false;
    button.onclick = () => event.prompt();
  };
  addEventListener("beforeinstallprompt", offer, { once: true });
  return app.element("fh-card", { icon: "plus", heading: app.text("installTitle") }, app.element("p", {}, app.text("installDetail")), app.element("div", { class: "actions" }, button));
}
