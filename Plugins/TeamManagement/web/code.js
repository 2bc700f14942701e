// The code of check-in, to be shown at the place.
import { head, path, readTeam, teamApi } from "./shared.js";

export default async function page(app) {
  const team = await readTeam(app);
  const shown = await app.put(`${teamApi(team.id)}/events/${path(app.parameters.event)}/check-in`);
  const address = location.origin + shown.path;
  app.replace(app.root, ...head(app, team, app.text("checkIn")), app.element("section", { class: "card check-in" }, app.element("p", {}, app.text("checkInIntro")),
    app.element("img", { class: "code", src: `/v1/app/qr/${encodeURIComponent(shown.path)}`, alt: app.text("checkInCode") }), app.element("p", {}, app.element("code", { class: "secret", dir: "ltr" }, address))));
}
