// Joining a challenge by the code that its coach has handed out.
import { ask, base, look, path } from "./shared.js";

export default async function page(app) {
  const address = `/v1/group-codes/${encodeURIComponent(app.area)}/${encodeURIComponent(app.parameters.code)}`;
  const heading = app.element("h1", {}, app.text("joinByCode"));
  if (!app.me || app.me.kind === "guest" || !(await app.get(`${base}/me`)).isAthlete) {
    return app.replace(app.root, look(app), heading, app.element("p", {}, app.text("athleteNeeded")),
      app.element("p", {}, app.element("a", { class: "button", href: path(app, "accounts", "athlete") }, app.text("account.athlete.create"))));
  }
  const offer = await app.get(address).catch(problem => problem);
  if (!offer.name || offer instanceof Error) return app.replace(app.root, look(app), heading, app.element("p", { class: "error", role: "alert" }, app.said(offer)));
  const join = async () => {
    const agreed = await ask(app, app.text("joinQuestion"), app.element("p", {}, app.text("consent", { coach: app.text("coach") })),
      [["yes", app.text("agreeAndJoin")], ["", app.text("cancel"), "plain"]]);
    if (!agreed) return;
    const { id } = await app.post(address, { sharesContact: true }, app.newKey());
    app.announce(app.text("joined"));
    await app.go(path(app, "challenges", id));
  };
  app.replace(app.root, look(app), heading, app.element("fh-card", { icon: "plus" }, app.element("p", {}, app.element("bdi", {}, offer.name)),
    app.element("div", { class: "actions" }, app.action(app.text("join"), join, ""))));
}
