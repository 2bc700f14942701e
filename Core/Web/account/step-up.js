// Shows once more who is in the session, before a change of who can get into the account.
import { get, post } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form } from "/account/form.js";

// Asks in a dialog; true when it was shown, false when the dialog was closed.
export async function stepUp(page) {
  const { ways } = await get("/v1/me/step-up");
  return new Promise(done => {
    const dialog = element("dialog", { "aria-label": page.text("stepUp"), onclose: () => {
      dialog.remove();
      done(dialog.returnValue === "shown");
    } });
    replace(dialog, element("h2", {}, page.text("stepUp")), element("p", {}, page.text("stepUpIntro")),
      ways.map(way => section(page, way, () => dialog.close("shown"))),
      element("p", { class: "row" }, action(page, page.text("cancel"), () => dialog.close(""))));
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("input:not([hidden]), button").focus();
  });
}

function section(page, { way, phone, email }, shown) {
  const prove = async input => {
    await post("/v1/me/step-up", input);
    shown();
  };
  const ask = field => form(page, { fields: [{ dir: "ltr", ...field }], button: page.text("confirm"), submit: prove });
  if (way === "password") return ask({ name: "password", label: page.text("currentPassword"), type: "password", autocomplete: "current-password" });
  if (way === "second-factor") return ask({ name: "secondFactor", label: page.text("secondFactorCode"), autocomplete: "one-time-code" });
  if (way === "sign-in") return element("p", {}, page.text("stepUpSignIn"));
  return code(page, phone ? { phone } : { email }, prove);
}

function code(page, target, prove) {
  const place = element("div", {});
  const label = page.text("stepUpSend", { target: target.phone ? `+${target.phone}` : target.email });
  replace(place, element("p", { class: "row" }, action(page, label, async () => {
    await post("/v1/me/step-up/code", target);
    replace(place, form(page, {
      fields: [{ name: "code", label: page.text("stepUpCode"), inputmode: "numeric", autocomplete: "one-time-code", dir: "ltr" }],
      button: page.text("confirm"), submit: input => prove({ ...target, code: input.code.trim() }),
    }));
    place.querySelector("input").focus();
  })));
  return place;
}
