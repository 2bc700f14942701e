// The emergency card: the own one is given with consent; those who look after the team open one, which the log says.
import { moment } from "/formats.js";
import { asks, check, field, form } from "/forms.js";
import { may, path, teamApi } from "./shared.js";

export async function emergency(app, team, member, root) {
  if (member.person.id === app.me.id) return own(app, team, root);
  if (!may(team, "edit-roster")) return;
  app.replace(root, app.element("h2", {}, app.text("emergency")), app.action(app.text("emergencyOpen"), async () => {
    const card = await app.post(`${teamApi(team.id)}/members/${path(member.person.id)}/emergency`);
    app.replace(root, app.element("h2", {}, app.text("emergency")), app.element("section", { class: "card emergency" },
      app.element("p", {}, app.element("strong", {}, app.element("bdi", {}, card.contact)), " ", app.element("a", { href: `tel:${card.phone.replaceAll(/[^+0-9]/g, "")}`, dir: "ltr" }, card.phone)),
      card.notes && app.element("p", { class: "biography" }, card.notes), app.element("p", { class: "muted" }, app.text("emergencySince", { time: moment(app, card.consentedAt, { dateStyle: "medium" }) }))));
  }));
}

async function own(app, team, root) {
  const place = `${teamApi(team.id)}/emergency`;
  const { items: [card] } = await app.get(place);
  const take = async () => {
    if (!await asks(app, app.text("emergencyTakeQuestion"), { kind: "danger" })) return;
    await app.remove(place);
    await own(app, team, root);
  };
  app.replace(root, app.element("h2", {}, app.text("emergency")), form(app, [app.element("p", { class: "muted" }, app.text("emergencyIntro")),
    field(app, "contact", app.text("emergencyContact"), { value: card?.contact, required: true, maxlength: 100 }),
    field(app, "phone", app.text("emergencyPhone"), { value: card?.phone, required: true, maxlength: 40, type: "tel", dir: "ltr" }),
    field(app, "notes", app.text("emergencyNotes"), { value: card?.notes, rows: 3, maxlength: 1000 }),
    check(app, "consents", app.text("emergencyConsent"), Boolean(card))], app.text("save"), async data => {
    await app.put(place, { contact: data.get("contact"), phone: data.get("phone"), notes: data.get("notes"), consents: data.has("consents") });
    app.announce(app.text("saved"));
    await own(app, team, root);
  }), card && app.action(app.text("emergencyTake"), take, "danger"));
}
