// Forms of the account pages: labels, mistakes beside their fields, one button that cannot be pressed twice.
import { get, wording } from "/api.js";
import { action as act, confirmed, element } from "/dom.js";
import { read, shell } from "/kept.js";

// The sentences for problems come with the first form: the first page does without them, and in English the host's own say more.
const sentences = document.documentElement.lang === "en" ? {} : (await read(shell, "/v1/app/texts/problems").catch(() => ({ texts: {} }))).texts;

// The sentence for a problem in the page's language; in English, and where there is none, the host's own, which says more.
export const sentence = (page, problem) => wording(sentences, "", problem);

function control(field, id) {
  const shared = {
    id, name: field.name, required: field.required, autocomplete: field.autocomplete, dir: field.dir, maxlength: field.maxlength,
  };
  if (field.options) {
    return element("select", shared, field.options.map(([value, label]) =>
      element("option", { value, selected: value === (field.value ?? "") }, label)));
  }
  if (field.rows) return element("textarea", { ...shared, rows: field.rows, dir: field.dir ?? "auto" }, field.value ?? "");
  if (field.type === "checkbox") return element("input", { id, name: field.name, type: "checkbox", checked: field.value, required: field.required });
  const more = { type: field.type ?? "text", value: field.value, min: field.min, max: field.max, step: field.step, inputmode: field.inputmode };
  return element("input", { ...shared, ...more });
}

function row(page, field) {
  const id = `field-${field.name}`;
  const input = control(field, id);
  const mistake = element("p", { class: "error", id: `${id}-mistake`, hidden: true });
  const label = element("label", { for: id }, field.label);
  const hint = field.hint && element("p", { class: "muted", id: `${id}-hint` }, field.hint);
  input.setAttribute("aria-describedby", [hint && `${id}-hint`, `${id}-mistake`].filter(Boolean).join(" "));
  const parts = field.type === "checkbox" ? element("p", { class: "check" }, input, label) : [label, input];
  return { field, input, mistake, node: element("div", { class: "field" }, parts, hint, mistake) };
}

function values(rows) {
  return Object.fromEntries(rows.map(({ field, input }) => [field.name, field.type === "checkbox" ? input.checked : input.value]));
}

function show(page, rows, general, problem) {
  for (const { input, mistake } of rows) {
    mistake.hidden = true;
    input.removeAttribute("aria-invalid");
  }
  general.textContent = "";
  if (!problem) return;
  const left = (problem.errors ?? []).filter(error => {
    const found = rows.find(({ field }) => `/${field.name}` === error.pointer);
    if (!found) return true;
    found.mistake.textContent = sentence(page, error);
    found.mistake.hidden = false;
    found.input.setAttribute("aria-invalid", "true");
    return false;
  });
  if (left.length) general.textContent = left.map(error => sentence(page, error)).join(" ");
  else if (!problem.errors?.length) general.textContent = sentence(page, problem);
  rows.find(({ input }) => input.getAttribute("aria-invalid"))?.input.focus();
}

// Tells password managers whose password a form is about, where no field does.
function owner(page, fields) {
  const asks = fields.some(field => field.type === "password") && !fields.some(field => field.autocomplete === "username");
  return asks && element("input", { type: "text", autocomplete: "username", value: page.me?.username ?? page.me?.email, hidden: true });
}

// A form as a card. `submit` gets the values; what it throws is shown.
export function form(page, { fields, submit, button = null, more = [] }) {
  const rows = fields.map(field => row(page, field));
  const general = element("p", { class: "error", role: "alert" });
  const press = element("button", { type: "submit" }, button ?? page.text("save"));
  const send = async event => {
    event.preventDefault();
    press.disabled = true;
    show(page, rows, general, null);
    try {
      await confirmed(() => submit(values(rows)), page.text("received"));
    } catch (problem) {
      show(page, rows, general, problem);
    } finally {
      press.disabled = false;
    }
  };
  return element("form", { class: "card", novalidate: true, onsubmit: send }, owner(page, fields), rows.map(({ node }) => node), general,
    element("p", { class: "row" }, press, more));
}

// A button that does something and tells what came of it.
export const action = (page, label, run, kind = "plain") => act(label, run, kind, problem => sentence(page, problem), page.text("received"));

// Agreeing to the terms, which can be read beside the form without losing what was typed.
export function termsField(page) {
  const documents = [["terms", "help.terms"], ["privacy", "help.privacy"]].map(([name, key]) =>
    element("a", { href: `/help/pages/${name}`, target: "_blank", rel: "noopener" }, page.text(key)));
  return { name: "acceptsTerms", label: page.text("acceptTerms"), type: "checkbox", hint: [documents[0], " · ", documents[1]] };
}

// Sends what somebody agreed to with the versions that were shown. Where they have changed meanwhile, those of now count when it
// is sent again.
export async function withTerms(methods, send) {
  try {
    return await send({ termsVersion: methods.termsVersion, privacyVersion: methods.privacyVersion });
  } catch (problem) {
    if (problem.code === "terms-changed") Object.assign(methods, await get("/v1/auth/methods"));
    throw problem;
  }
}

export function link(label, href) {
  return element("a", { class: "button plain", href }, label);
}
