// What the code at the place leads to: whoever reads it is checked in, without a connection once there is one.
import { look, path, teamApi, teamPage } from "./shared.js";

export default async function page(app) {
  const { team, event } = app.parameters;
  const [said, tools] = [app.element("p", { role: "status" }), app.element("p", { class: "row" })];
  const { code } = app.parameters;
  // When it was read counts, not when it is sent.
  const at = app.instant();
  const enter = async () => {
    app.replace(tools);
    try {
      const { isSent } = await app.queue.enter({ path: `${teamApi(team)}/events/${path(event)}/check-in/mine`, body: { code, at }, title: app.text("checkIn"), page: teamPage(app, team, `/events/${event}`) });
      said.textContent = app.text(isSent ? "checkInDone" : "checkInWaits");
    } catch (problem) {
      said.textContent = app.said(problem);
      app.replace(tools, app.action(app.text("checkInAgain"), enter));
    }
  };
  const back = app.me ? teamPage(app, team, `/events/${event}`) : `/sign-in?back=${encodeURIComponent(location.pathname)}`;
  app.replace(app.root, look(app), app.element("h1", {}, app.text("checkIn")), app.element("section", { class: "card" }, said, tools),
    app.element("p", {}, app.element("a", { class: "button plain", href: back }, app.text(app.me ? "event" : "signIn"))));
  if (app.me) await enter();
}
