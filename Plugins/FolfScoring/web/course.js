// Describing a course of one's own: its name, and par and length of each hole.
import { base, look, number, said } from "./shared.js";

export default async function page(app) {
  const name = app.element("input", { id: "name", maxlength: 80, required: true, autocomplete: "off" });
  const count = app.element("input", { id: "count", type: "number", inputmode: "numeric", min: 1, max: 99, required: true, value: 9,
    onchange: () => fit() });
  const rows = app.element("div", { class: "holes" });
  const mistake = app.element("p", { class: "error", role: "alert" });
  const row = at => app.element("fieldset", { class: "plain row" }, app.element("legend", {}, app.text("hole", { n: number(app, at) })),
    field(app, app.text("par"), { min: 1, max: 10, value: 3, required: true }), field(app, app.text("length"), { min: 1, max: 2000 }));
  // What was entered for the holes before stays.
  const fit = () => {
    const wanted = Math.min(99, Math.max(1, Number(count.value) || 1));
    while (rows.children.length > wanted) rows.lastChild.remove();
    while (rows.children.length < wanted) rows.append(row(rows.children.length + 1));
  };
  const save = async event => {
    event.preventDefault();
    mistake.textContent = "";
    const holes = [...rows.children].map((fields, index) => {
      const [par, length] = [...fields.querySelectorAll("input")].map(input => input.value && Number(input.value));
      return { number: index + 1, par, ...length && { length } };
    });
    try {
      await app.post(`${base}/courses`, { name: name.value, holes });
      await app.go(`/${app.area}/new`);
    } catch (problem) {
      mistake.textContent = said(problem);
    }
  };
  fit();
  app.replace(app.root, look(app), app.element("h1", {}, app.text("newCourse")), app.element("form", { class: "card", onsubmit: save },
    app.element("label", { for: "name" }, app.text("courseName")), name,
    app.element("label", { for: "count" }, app.text("holesCount")), count, rows, mistake,
    app.element("button", {}, app.text("save"))));
}

function field(app, label, attributes) {
  return app.element("label", {}, label, " ", app.element("input", { type: "number", inputmode: "numeric", ...attributes }));
}
