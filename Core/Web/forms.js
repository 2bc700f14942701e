// Forms of plugins' pages, and the questions that they ask. A page imports it as "/forms.js" and hands over its `app`.

/** A field with its label. `options`, pairs of a value and what is read, makes it a choice; `rows` a text of several lines. */
export function field(app, name, label, attributes = {}) {
  const { options, value, rows, ...rest } = attributes;
  const id = `field-${name}`;
  const input = options ? app.element("select", { id, name, ...rest }, options.map(([key, text]) =>
    app.element("option", { value: key, selected: key === (value ?? "") }, text)))
    : rows ? app.element("textarea", { id, name, rows, ...rest }) : app.element("input", { id, name, ...rest });
  if (!options && value !== undefined && value !== null) input.value = value;
  return app.element("div", { class: "field" }, app.element("label", { for: id }, label), input);
}

/** Something to tick. */
export function check(app, name, label, checked = false) {
  return app.element("p", { class: "check" }, app.element("input", { type: "checkbox", id: `field-${name}`, name, checked }), app.element("label", { for: `field-${name}` }, label));
}

/** A form that says what is wrong and cannot be sent twice at once; `submit` gets what was entered (a `FormData`) and the form. */
export function form(app, content, label, submit, kind = "") {
  const mistake = app.element("p", { class: "error", role: "alert" });
  const button = app.element("button", { class: kind }, label);
  const send = async event => {
    event.preventDefault();
    mistake.textContent = "";
    button.disabled = true;
    try {
      await app.confirmed(() => submit(new FormData(event.target), event.target));
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
    button.disabled = false;
  };
  return app.element("form", { class: "card", onsubmit: send }, content, app.element("p", { class: "row" }, button), mistake);
}

/** Asks over the page; whether it was said yes to. `kind` is the class of the button that says so. */
export async function asks(app, heading, { detail = "", yes = app.text("yes"), no = app.text("no"), kind = "" } = {}) {
  const dialog = app.element("fh-dialog", { heading, leave: no }, detail && app.element("p", {}, detail), app.element("div", { class: "actions" },
    app.element("button", { type: "button", class: "plain", value: "no" }, no), app.element("button", { type: "button", class: kind, value: "yes" }, yes)));
  return await app.asked(dialog) === "yes";
}
