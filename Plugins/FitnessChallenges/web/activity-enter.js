// Entering an activity by hand: it is marked so. Of a walk only the steps count.
import { instantOf, wallTime } from "/formats.js";
import { activities, kindOptions } from "./activities.js";
import { field, look, path, tell } from "./shared.js";

export default async function page(app) {
  const kind = app.element("select", { onchange: () => fit() }, kindOptions(app));
  const start = app.element("input", { type: "datetime-local", value: wallTime(Date.parse(app.instant()) - 3_600_000), required: true });
  const minutes = app.element("input", { type: "number", min: 1, max: 1440, step: 1, value: 30, required: true, inputmode: "numeric" });
  const steps = app.element("input", { type: "number", min: 0, max: 200000, step: 1, inputmode: "numeric" });
  const kilometres = app.element("input", { type: "number", min: 0, max: 1000, step: "any", inputmode: "decimal" });
  const way = field(app, "metres", app.text("kilometres"), kilometres);
  const rest = app.element("p", { class: "error", role: "alert" });
  const fit = () => { way.hidden = kind.value === "walk"; };
  let id = crypto.randomUUID();
  const form = app.element("form", { class: "card", novalidate: true }, app.element("p", { class: "muted" }, app.text("byHandHelp")),
    field(app, "kind", app.text("activityKind"), kind), field(app, "start", app.text("beganAt"), start), field(app, "end", app.text("lastedMinutes"), minutes),
    field(app, "steps", app.text("steps"), steps), way, rest, app.element("p", {}, app.element("button", {}, app.text("saveActivity"))));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (!start.value) return start.focus();
    const begun = new Date(instantOf(start.value));
    const end = new Date(begun.getTime() + Number(minutes.value) * 60_000);
    const body = { id, kind: kind.value, start: begun.toISOString(), end: end.toISOString(), steps: Number(steps.value), ...(kind.value !== "walk" && { metres: Number(kilometres.value) * 1000 }) };
    try {
      const { isSent } = await app.queue.enter({ method: "POST", path: activities, body, title: app.text(`activity.${kind.value}`), page: path(app, "activities") });
      id = crypto.randomUUID();
      app.announce(app.text(isSent ? "activityKept" : "activityLater"));
      await app.go(path(app, "activities"));
    } catch (problem) {
      tell(form, problem, pointer => pointer.slice(1), rest);
    }
  });
  fit();
  app.replace(app.root, look(app), app.element("h1", {}, app.text("enterActivity")), form);
}
