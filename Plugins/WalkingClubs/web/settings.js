// What somebody may want otherwise: what the game knows, being recognised, notifications, club, and what this is.
import { at, base, first, head, number, share, sharing } from "./common.js";

export default async function page(app) {
  const me = app.me ? await app.get(`${base}/me`) : null;
  const missing = first(app, me);
  if (missing) return app.replace(app.root, ...head(app, app.text("settings")), missing);
  const agreed = await sharing(app);
  const again = () => page(app);
  const toggle = (key, isOn, change) => app.element("fh-card", { heading: app.text(`${key}.title`) }, app.element("p", {}, app.text(`${key}.why`)),
    app.element("div", { class: "actions" }, app.action(app.text(isOn ? "turnOff" : "turnOn"), async () => {
      await change(!isOn);
      await again();
      app.announce(app.text("saved"));
    }, isOn ? "plain" : "")));
  const link = (href, sign, label) => app.element("a", { href }, app.icon(sign), app.element("span", { class: "grow" }, label));
  app.replace(app.root, ...head(app, app.text("settings")), app.element("fh-list", { label: app.text("settings"), class: "launcher" },
    link("/inbox/settings", "bell", app.text("notifications")), link("/account/body", "heart", app.text("bodyData")), link("/account/sharing", "shield", app.text("sharing")),
    link(at(app, "join"), "flag", app.text("changeClub")), link("/help", "more", app.text("about"))),
  toggle("need.steps", agreed.activities, isOn => share(app, "activities", isOn)), toggle("need.route", agreed.route, isOn => share(app, "route", isOn)),
  toggle("recognition", me.isRecognised && agreed.places, async isOn => {
    await share(app, "places", isOn);
    await app.put(`${base}/me/recognition`, { isOn });
  }), app.element("p", { class: "muted" }, app.text("invitationsSum", { n: number(app, me.invitations), points: number(app, me.invitationPoints) })));
}
