// Taking rounds over that were played with another app.
import { base, look, number } from "./shared.js";

export default async function page(app) {
  if (!app.me || app.me.kind === "guest") return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const file = app.element("input", { id: "file", type: "file", accept: ".csv,.json,text/csv,application/json", required: true });
  const name = app.element("input", { id: "name", required: true, maxlength: 100, autocomplete: "off", value: app.me.name });
  const told = app.element("p", { role: "status" });
  const mistake = app.element("p", { class: "error", role: "alert" });
  const button = app.element("button", {}, app.text("importRun"));
  // The host takes some rounds at a time.
  const run = async text => {
    let [taken, known] = [0, null];
    for (;;) {
      const answer = await app.post(`${base}/me/imports`, { text, name: name.value.trim() });
      taken += answer.taken;
      known ??= answer.known;
      if (!answer.left) return app.text("imported", { taken: number(app, taken), known: number(app, known) });
      told.textContent = app.text("importWait", { n: number(app, taken) });
    }
  };
  const start = async event => {
    event.preventDefault();
    mistake.textContent = told.textContent = "";
    button.disabled = true;
    try {
      told.textContent = await run(await file.files[0].text());
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
    button.disabled = false;
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("import")), app.element("form", { class: "card", onsubmit: start },
    app.element("p", {}, app.text("importAbout")), app.element("label", { for: "file" }, app.text("importFile")), file,
    app.element("label", { for: "name" }, app.text("importName")), name, app.element("p", {}, button), told, mistake),
  app.element("a", { class: "button plain", href: `/${app.area}` }, app.text("toStart")));
}
