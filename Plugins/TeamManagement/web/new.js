// Creating a team: a name, a sport that is completed, an organisation where one is chosen.
import { base, field, form, look, teamPage } from "./shared.js";

export default async function page(app) {
  const { items } = await app.get("/v1/me/groups?limit=100");
  const organisations = items.filter(({ area, group }) => area === app.area && group.kind === "organisation").map(({ group }) => [group.id, group.name]);
  app.replace(app.root, look(app), app.element("h1", {}, app.text("newTeam")), form(app, [
    field(app, "name", app.text("teamName"), { required: true, maxlength: 60, autocomplete: "off" }), sportField(app),
    field(app, "organisation", app.text("organisationOptional"), { options: [["", app.text("noOrganisation")], ...organisations] }),
    app.element("p", {}, app.element("a", { href: `/groups/new?kind=${app.area}/organisation` }, app.text("newOrganisation"))),
    field(app, "about", app.text("about"), { rows: 3, maxlength: 500 })], app.text("create"), async data => {
    const body = { name: data.get("name"), sport: data.get("sport"), about: data.get("about") };
    if (data.get("organisation")) body.organisation = data.get("organisation");
    const { team } = await app.post(`${base}/teams`, body);
    await app.go(teamPage(app, team));
  }));
}

// A sport by its first letters; any other is as good.
export function sportField(app, value = "") {
  const list = app.element("datalist", { id: "sports" });
  let asked = 0;
  const complete = async event => {
    const turn = ++asked;
    const { items } = await app.get(`${base}/sports?query=${encodeURIComponent(event.target.value)}`).catch(() => ({ items: [] }));
    if (turn === asked) app.replace(list, items.map(({ name }) => app.element("option", { value: name })));
  };
  return [field(app, "sport", app.text("sport"), { required: true, maxlength: 60, list: "sports", autocomplete: "off", value, oninput: complete }), list];
}
