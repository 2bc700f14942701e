// Who answers for a member: chosen by those who edit the roster.
import { field, form } from "/forms.js";
import { may, path, teamApi } from "./shared.js";

export function guardians(app, team, item, roster, changed) {
  if (!may(team, "edit-roster")) return null;
  const place = id => `${teamApi(team.id)}/members/${path(item.person.id)}/guardians/${path(id)}`;
  const known = new Set([item.person.id, ...item.guardians.map(({ id }) => id)]);
  const others = roster.map(({ person }) => person).filter(({ id }) => !known.has(id));
  return app.element("details", {}, app.element("summary", {}, app.text("guardians")), app.element("p", { class: "muted" }, app.text("guardianIntro")),
    item.guardians.map(guardian => app.element("p", { class: "row" }, app.element("bdi", { class: "grow" }, guardian.name), app.action(app.text("remove"), async () => {
      await app.remove(place(guardian.id));
      await changed();
    }))), others.length > 0 && form(app, [field(app, `guardian-${item.person.id}`, app.text("addGuardian"), { options: others.map(({ id, name }) => [id, name]) })], app.text("addGuardian"), async data => {
      await app.put(place(data.get(`guardian-${item.person.id}`)));
      await changed();
    }, "plain"));
}
