// What one athlete has logged, for the coach, who confirms or rejects it.
import { ask, base, day, look, number, path } from "./shared.js";
import { marks, picture } from "./evidence.js";

export default async function page(app) {
  const { challenge: id, account } = app.parameters;
  const root = `${base}/challenges/${encodeURIComponent(id)}`;
  const own = `${root}/athletes/${encodeURIComponent(account)}`;
  const list = app.element("div", {});
  const [challenge, person] = await Promise.all([app.get(root), app.get(`/v1/people/${encodeURIComponent(account)}`)]);
  const names = Object.fromEntries(challenge.exercises.map(exercise => [exercise.id, exercise]));
  const draw = async () => {
    const { items } = await app.get(`${own}/entries`);
    app.replace(list, items.length ? app.element("fh-list", { label: app.text("entriesOf") }, items.map(item => row(app, names[item.exercise], item, own, draw)))
      : app.element("p", { class: "card muted" }, app.text("neverLogged")));
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.element("bdi", {}, person.name)),
    app.element("p", {}, app.element("a", { href: path(app, "challenges", id, "athletes") }, app.element("bdi", {}, challenge.title))), list);
  await draw();
  return app.watch([`${app.area}/challenges/${id}`], () => draw().catch(() => null));
}

function row(app, exercise, item, own, draw) {
  const rule = async (ruling, reason) => {
    await app.put(`${own}/days/${item.day}/exercises/${item.exercise}/entries/${encodeURIComponent(item.entry)}/ruling`, { ruling, reason });
    app.announce(app.text(`ruled.${ruling}`));
    await draw();
  };
  return app.element("div", {}, app.element("span", { class: "grow" }, app.element("span", {}, app.element("bdi", {}, exercise.name), ": ",
    app.element("strong", {}, exercise.measure === "yesNo" ? app.text("done") : number(app, item.value)), exercise.unit && ` ${exercise.unit}`),
  app.element("small", {}, [day(app, item.day), ...marks(app, item)].filter(Boolean).join(" · ")), picture(app, item),
  app.element("span", { class: "row" }, item.ruling !== "confirmed" && app.action(app.text("confirmEntry"), () => rule("confirmed")),
    item.ruling !== "rejected" && app.action(app.text("rejectEntry"), () => reject(app, rule), "danger"))));
}

async function reject(app, rule) {
  const reason = app.element("textarea", { id: "reason", rows: 3, maxlength: 300 });
  const answer = await ask(app, app.text("rejectEntry"), app.element("div", {}, app.element("label", { for: "reason" }, app.text("rejectReason")), reason),
    [["yes", app.text("rejectEntry"), "danger"], ["", app.text("cancel"), "plain"]]);
  if (answer) await rule("rejected", reason.value);
}
