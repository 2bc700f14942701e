// What those who look after the team have done, for the whole team.
import { moment } from "/formats.js";
import { follow, head, path, readTeam, teamApi } from "./shared.js";

/** @type {Intl.DateTimeFormatOptions} */
const dated = { dateStyle: "medium", timeStyle: "short" };

export default async function page(app) {
  const team = await readTeam(app);
  const list = app.element("div", {});
  const shown = { items: [], next: null };
  const read = async (after = "") => {
    const found = await app.get(`${teamApi(team.id)}/log${after && `?after=${path(after)}`}`);
    Object.assign(shown, { items: after ? [...shown.items, ...found.items] : found.items, next: found.next });
    draw(app, list, shown, () => read(shown.next));
  };
  app.replace(app.root, ...head(app, team, app.text("log")), app.element("p", { class: "muted" }, app.text("logIntro")), list);
  await read();
  return follow(app, [team.id], ["log", "roster", "calendar", "statistics", "attendance"], () => read());
}

function draw(app, list, { items, next }, more) {
  app.replace(list, items.length ? app.element("fh-list", { label: app.text("log") }, items.map(item => app.element("div", { class: "done" },
    app.element("span", { class: "grow" }, app.element("bdi", {}, words(app, item)), app.element("small", {}, moment(app, item.at, dated))))))
    : app.element("p", { class: "muted" }, app.text("logEmpty")), next && app.action(app.text("showMore"), more));
}

function words(app, { kind, by, person, subject }) {
  const role = ["appointed", "dismissed"].includes(kind) ? app.text(`role.${subject}`) : subject;
  return app.text(`log.${kind}`, { by: by?.name ?? app.text("someone"), name: person?.name ?? app.text("someone"), subject: role });
}
