// The companion apps that may send steps: a token is shown once, and can be ended.
import { base, field, look, tell, time } from "./shared.js";

export default async function page(app) {
  const list = app.element("div", {});
  const name = app.element("input", { maxlength: 60, required: true, autocomplete: "off" });
  const shown = app.element("div", { role: "status" });
  const rest = app.element("p", { class: "error", role: "alert" });
  const form = app.element("form", { class: "card", novalidate: true }, app.element("p", { class: "muted" }, app.text("companionHelp")),
    field(app, "name", app.text("companionName"), name), rest, app.element("p", {}, app.element("button", {}, app.text("companionMake"))), shown);
  const draw = async () => {
    const { items } = await app.get(`${base}/me/devices`);
    app.replace(list, items.length
      ? app.element("fh-list", { label: app.text("companions") }, items.map(item => row(app, item, draw)))
      : app.element("p", { class: "card muted" }, app.text("noCompanions")));
  };
  form.addEventListener("submit", async event => {
    event.preventDefault();
    try {
      const made = await app.put(`${base}/me/devices/${crypto.randomUUID()}`, { name: name.value });
      app.replace(shown, app.element("p", {}, app.text("companionToken")), app.element("p", {}, app.element("code", { dir: "ltr", id: "token" }, made.token)));
      name.value = "";
      tell(form, null, pointer => pointer.slice(1), rest);
      await draw();
    } catch (problem) {
      tell(form, problem, pointer => pointer.slice(1), rest);
    }
  });
  app.replace(app.root, look(app), app.element("h1", {}, app.text("companions")), form, list);
  await draw();
}

function row(app, item, draw) {
  return app.element("div", {}, app.element("span", { class: "grow" }, app.element("span", {}, app.element("bdi", {}, item.name)),
    app.element("small", {}, item.usedAt ? app.text("companionUsed", { time: time(app, item.usedAt) }) : app.text("companionUnused"))),
  app.action(app.text("companionEnd"), async () => {
    await app.remove(`${base}/me/devices/${encodeURIComponent(item.id)}`);
    app.announce(app.text("companionEnded"));
    await draw();
  }));
}
