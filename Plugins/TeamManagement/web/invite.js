// Inviting somebody to a team by e-mail. Links and codes are made on the group's page.
import { field, form } from "/forms.js";

export function inviteForm(app, team) {
  return app.element("section", {}, app.element("h2", {}, app.text("inviteByEmail")), app.element("p", { class: "muted" }, app.text("inviteIntro")),
    form(app, [field(app, "email", app.text("email"), { type: "email", required: true, autocomplete: "off", dir: "ltr" })], app.text("sendInvitation"), async (data, node) => {
      await app.post("/v1/me/invitations", { kind: `${app.area}/team`, subject: team.id, email: data.get("email"), places: 1, days: 7 });
      node.reset();
      app.announce(app.text("invitationSent"));
    }));
}
