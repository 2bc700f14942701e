// What calories follow from, on the way in: gender, weight, height and date of birth. All of it, or nothing: whoever would rather not goes on without.
import { dayOf } from "/formats.js";
import { field, form } from "/forms.js";
import { at, base, earlier, head, isKnown } from "./common.js";

const genders = ["male", "female", "other", "undisclosed"];

export default async function page(app) {
  if (!isKnown(app)) return app.go(`/register?back=${encodeURIComponent(location.pathname)}`);
  const [me, body] = await Promise.all([app.get("/v1/me"), app.get("/v1/me/body")]);
  const yesterday = earlier(dayOf(app.instant()));
  app.replace(app.root, ...head(app, app.text("bodyTitle"), app.element("p", {}, app.text("need.body.why"))), form(app, [radios(app, me.gender),
    field(app, "weight", app.text("bodyWeight"), { type: "number", min: 20, max: 500, step: 0.1, inputmode: "decimal", required: true, value: body.weight }),
    field(app, "height", app.text("bodyHeight"), { type: "number", min: 50, max: 300, step: 0.5, inputmode: "decimal", required: true, value: body.height }),
    field(app, "dateOfBirth", app.text("bodyBirth"), { type: "date", max: yesterday, required: true, autocomplete: "bday", value: me.dateOfBirth }),
    app.element("p", { class: "check" }, app.element("input", { id: "field-agrees", name: "agrees", type: "checkbox", required: true }), app.element("label", { for: "field-agrees" }, app.text("bodyAgree")))],
  app.text("save"), async data => {
    await app.post("/v1/me/consents", { document: "health", version: "1" });
    await app.patch("/v1/me", { gender: data.get("gender"), dateOfBirth: data.get("dateOfBirth") });
    await app.patch("/v1/me/body", { weight: Number(data.get("weight")), height: Number(data.get("height")) });
    await app.post(`${base}/me/refresh`);
    app.announce(app.text("saved"));
    await app.go(at(app));
  }), app.element("p", {}, app.element("a", { class: "button plain", href: at(app) }, app.text("bodyLater"))));
}

function radios(app, chosen) {
  return app.element("fieldset", { class: "plain field" }, app.element("legend", {}, app.text("bodyGender")), genders.map(name => app.element("p", { class: "check" },
    app.element("input", { id: `gender-${name}`, type: "radio", name: "gender", value: name, required: true, checked: name === chosen }),
    app.element("label", { for: `gender-${name}` }, app.text(`bodyGender.${name}`)))));
}
