// Creating a team: a name, and a sport and an organisation, which are completed.
import { field, form } from "/forms.js";
import { base, groups, look, teamPage } from "./shared.js";

export default async function page(app) {
  const organisation = organisationField(app);
  app.replace(app.root, look(app), app.element("h1", {}, app.text("newTeam")), form(app, [
    field(app, "name", app.text("teamName"), { required: true, maxlength: 60, autocomplete: "off" }), sportField(app), organisation.nodes,
    app.element("p", {}, app.element("a", { href: `/groups/new?kind=${app.area}/organisation` }, app.text("newOrganisation"))),
    field(app, "about", app.text("about"), { rows: 3, maxlength: 500 })], app.text("create"), async data => {
    const body = { name: data.get("name"), sport: data.get("sport"), about: data.get("about") };
    const chosen = await organisation.chosen(data.get("organisation"));
    if (chosen) body.organisation = chosen;
    const { team } = await app.post(`${base}/teams`, body);
    await app.go(teamPage(app, team));
  }));
}

// An organisation by the beginning of its name. Whoever is no member of it yet joins it on the way, where everybody may.
function organisationField(app) {
  const list = app.element("datalist", { id: "organisations" });
  const known = new Map();
  let asked = 0;
  const complete = async ({ target }) => {
    const [turn, words] = [++asked, target.value.trim()];
    if (!words) return app.replace(list);
    const [{ items: others }, { items: mine }] = await Promise.all([app.get(`${groups}?kind=organisation&search=${encodeURIComponent(words)}`), app.get("/v1/me/groups?limit=100")]);
    if (turn !== asked) return;
    const own = mine.filter(({ area, group }) => area === app.area && group.kind === "organisation" && group.name.toLowerCase().startsWith(words.toLowerCase()))
      .map(({ group }) => ({ ...group, isMine: true }));
    const found = [...own, ...others.filter(({ id }) => !own.some(group => group.id === id))];
    for (const group of found) known.set(group.name, group);
    app.replace(list, found.map(({ name }) => app.element("option", { value: name })));
  };
  const chosen = async name => {
    if (!name.trim()) return null;
    const group = known.get(name.trim());
    if (!group) throw Object.assign(new Error(app.text("organisationNone")), { errors: [] });
    if (!group.isMine && !group.me?.roles?.length) await app.post(`${groups}/${group.id}/join`, {});
    return group.id;
  };
  return { nodes: [field(app, "organisation", app.text("organisationOptional"), { list: "organisations", autocomplete: "off", oninput: event => complete(event).catch(() => null) }), list], chosen };
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
