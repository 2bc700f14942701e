// Who stands in for those who look after the team, and until when.
import { instantOf, moment } from "/formats.js";
import { field, form } from "/forms.js";
import { path, person, teamApi } from "./shared.js";

export async function substitutes(app, team, root) {
  const [{ items }, { items: roster }] = await Promise.all([app.get(`${teamApi(team.id)}/substitutes`), app.get(`${teamApi(team.id)}/roster`)]);
  const place = account => `${teamApi(team.id)}/substitutes/${path(account)}`;
  const others = roster.filter(item => item.person.id !== app.me.id && !item.roles.includes("admin")).map(item => [item.person.id, item.person.name]);
  const again = () => substitutes(app, team, root);
  app.replace(root, app.element("h2", {}, app.text("substitutes")), app.element("p", { class: "muted" }, app.text("substitutesIntro")),
    items.length > 0 && app.element("fh-list", { label: app.text("substitutes") }, items.map(item => app.element("div", { class: "substitute" }, person(app, item.person),
      app.element("span", { class: "grow" }, app.element("bdi", {}, item.person.name), app.element("small", {}, app.text("standsInUntil", { time: moment(app, item.until) }))),
      app.action(app.text("substituteEnd"), async () => {
        await app.remove(place(item.person.id));
        await again();
      })))),
    others.length > 0 && form(app, [field(app, "substitute", app.text("name"), { options: others, value: others[0][0] }),
      field(app, "untilDay", app.text("substituteUntil"), { type: "date", required: true })], app.text("substituteName"), async data => {
      // To the end of the day, where whoever names somebody is.
      await app.put(place(data.get("substitute")), { until: instantOf(`${data.get("untilDay")}T23:59:59`) });
      await again();
    }));
}
