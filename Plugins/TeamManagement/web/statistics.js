// How the team and its players have played.
import { field, form } from "/forms.js";
import { follow, head, isWriting, may, number, path, readTeam, teamApi, teamPage } from "./shared.js";
import { records } from "./member.js";

export default async function page(app) {
  const team = await readTeam(app);
  // What is begun while the figures are asked for stays.
  const draw = async (isHeard = false) => {
    const begun = draw.begun;
    const all = await app.get(`${teamApi(team.id)}/statistics`);
    if (!isHeard && begun === draw.begun || !isWriting(app)) show(app, team, all, draw);
  };
  draw.begun = 0;
  await draw();
  return follow(app, [team.id], ["statistics", "roster"], () => draw(true));
}

function show(app, team, all, draw, changed = null) {
  const edit = item => () => {
    draw.begun++;
    show(app, team, all, draw, item);
    document.getElementById("field-title")?.focus();
  };
  const act = item => may(team, "edit-stats") && [app.element("button", { type: "button", class: "plain", onclick: edit(item) }, app.text("edit")), app.action(app.text("remove"), async () => {
    await app.remove(`${teamApi(team.id)}/records/${item.id}`);
    await draw();
  })];
  const sums = ["wins", "losses", "ties", "members"].map(key => app.element("div", {}, app.element("dt", { class: "muted" }, app.text(key)),
    app.element("dd", { class: "figure" }, number(app, all[key]))));
  app.replace(app.root, ...head(app, team, app.text("statistics")), app.element("dl", { class: "card figures" }, sums),
    app.element("p", {}, app.element("a", { class: "button plain", href: teamPage(app, team.id, "/leagues") }, app.text("leagues"))), app.element("h2", {}, app.text("players")), table(app, team, all), records(app, all.records, act),
    may(team, "edit-stats") && [recordForm(app, team, all, draw, changed), sumsForm(app, team, all, draw)]);
}

function table(app, team, all) {
  return app.element("div", { class: "card scroll" }, app.element("table", { class: "players" },
    app.element("thead", {}, app.element("tr", {}, app.element("th", { scope: "col" }, app.text("name")), [...all.fields, ...all.formulas.map(({ name }) => name)].map(name => app.element("th", { scope: "col" }, name)))),
    app.element("tbody", {}, all.players.map(player => app.element("tr", {}, app.element("th", { scope: "row" },
      app.element("a", { href: teamPage(app, team.id, `/members/${path(player.person.id)}`) }, app.element("bdi", {}, player.person.name))),
    [...all.fields.map(name => player.values[name]), ...all.formulas.map(({ name }) => player.results[name])].map(value =>
      app.element("td", {}, value === undefined ? "–" : number(app, value))))))));
}

// For a new record, or for one that is changed, whose it stays.
function recordForm(app, team, all, draw, changed) {
  const people = [["", app.text("wholeTeam")], ...all.players.map(player => [player.person.id, player.person.name])];
  return [app.element("h2", {}, app.text(changed ? "changeRecord" : "addRecord")), form(app, [!changed && field(app, "account", app.text("name"), { options: people }),
    field(app, "title", app.text("recordTitle"), { required: true, maxlength: 80, value: changed?.title }),
    field(app, "value", app.text("recordValue"), { required: true, maxlength: 80, value: changed?.value }),
    field(app, "day", app.text("recordDay"), { type: "date", value: changed?.day })], app.text(changed ? "save" : "addRecord"), async data => {
    const body = Object.fromEntries([...data].filter(([, value]) => value !== ""));
    await (changed ? app.put(`${teamApi(team.id)}/records/${changed.id}`, body) : app.post(`${teamApi(team.id)}/records`, body));
    await draw();
  })];
}

function sumsForm(app, team, all, draw) {
  const counts = ["wins", "losses", "ties"].map(key => app.element("fh-stepper", { name: key, label: app.text(key), more: app.text("more_", { label: app.text(key) }), less: app.text("less_", { label: app.text(key) }),
    value: all[key], min: 0, max: 100000, required: true }));
  return [app.element("h2", {}, app.text("edit")), form(app, [app.element("div", { class: "row counts" }, counts.map(count =>
    app.element("div", {}, app.element("span", { class: "muted" }, count.getAttribute("label")), count))),
    field(app, "fields", app.text("fields"), { value: all.fields.join(", ") }),
    field(app, "formulas", app.text("formulas"), { rows: 3, value: all.formulas.map(({ name, formula }) => `${name} = ${formula}`).join("\n"), dir: "auto" }),
    app.element("p", { class: "muted" }, app.text("formulasHint"))], app.text("save"), async data => {
    const [wins, losses, ties] = counts.map(count => count.value ?? 0);
    const fields = data.get("fields").split(/[,\u060c]/).map(name => name.trim()).filter(Boolean);
    const formulas = data.get("formulas").split("\n").filter(line => line.trim()).map(line => {
      const [name, ...rest] = line.split("=");
      return { name: name.trim(), formula: rest.join("=").trim() };
    });
    await app.put(`${teamApi(team.id)}/statistics`, { wins, losses, ties, fields, formulas });
    app.announce(app.text("saved"));
    await draw();
  })];
}
