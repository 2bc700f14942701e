// An event as a row that leads to it.
import { teamPage } from "./shared.js";
import { begins } from "./times.js";

export const signs = { practice: "whistle", game: "trophy", event: "star" };

export function eventRow(app, event, showsTeam = false) {
  const below = [begins(app, event), event.place, showsTeam && event.teamName].filter(Boolean).join(" · ");
  const title = event.opponent ? `${event.title} – ${event.opponent}` : event.title;
  return app.element("a", { href: teamPage(app, event.team, `/events/${event.id}`), class: event.isCancelled ? "off" : "" }, app.icon(signs[event.kind]),
    app.element("span", { class: "grow" }, app.element("bdi", {}, title), app.element("small", {}, below)),
    event.isCancelled ? app.element("span", { class: "pill live" }, app.text("cancelled"))
      : app.element("span", { class: "pill" }, app.text(`reply.${event.mine ?? "pending"}`)));
}
