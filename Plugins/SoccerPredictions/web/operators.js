// What operators of predictions do: say whether two matches or teams are one, which leagues are popular, where a match can be watched,
// what is nearby, by which rule a league counts, and which logos leagues and teams have. Whoever is no operator reads that this is for operators.
import { format } from "/formats.js";
import { asks } from "/forms.js";
import { logos } from "./logos.js";
import { base, countryName, fold, number, path, search } from "./parts.js";
import { drawLeagueRules } from "./rules.js";

export async function operatorsPage(app) {
  const parts = [doubts, popular, broadcasts, grounds, leagueRules, logos];
  const bodies = parts.map(() => app.element("section", { class: "card" }));
  app.replace(app.root, app.element("h1", {}, app.text("operators")), bodies);
  try {
    await Promise.all(parts.map((draw, index) => draw(app, bodies[index])));
  } catch (problem) {
    if (problem.status !== 401 && problem.status !== 403) throw problem;
    app.replace(app.root, app.element("h1", {}, app.text("operators")), app.element("fh-empty", { icon: "person", heading: app.text("operatorsOnly") }));
  }
}

async function doubts(app, body) {
  const { items } = await app.get(`${base}/doubts`);
  app.replace(body, app.element("h2", { id: "doubts" }, app.text("doubts")),
    items.length ? items.map(doubt => one(app, doubt, () => doubts(app, body))) : app.element("p", { class: "muted" }, app.text("doubtsNone")));
}

function one(app, doubt, again) {
  const decide = decision => async () => {
    const key = decision === "same" ? "doubtSame" : "doubtApart";
    if (!await asks(app, app.text(`${key}Sure`), { yes: app.text(key), no: app.text("cancel") })) return;
    await app.put(`${base}/doubts/${path(doubt.id)}`, { decision });
    app.announce(app.text("decided"));
    await again();
  };
  return app.element("article", { class: "card doubt" },
    app.element("h3", {}, `${doubt.league.name} ${doubt.season}`),
    app.element("dl", { class: "facts" }, app.element("dt", {}, app.text("doubtKnown")), app.element("dd", {}, named(app, doubt.known)),
      app.element("dt", {}, app.text("doubtFound")), app.element("dd", {}, named(app, doubt.found))),
    app.element("ul", {},
      app.element("li", {}, app.text("doubtKeeps", { n: number(app, doubt.predictions), both: number(app, doubt.both) })),
      doubt.isTurned && app.element("li", {}, app.text("doubtTurns")),
      app.element("li", {}, app.text("doubtLoses", { n: number(app, doubt.losers), points: number(app, doubt.lostPoints) }))),
    app.element("p", { class: "row" }, app.action(app.text("doubtSame"), decide("same"), ""), app.action(app.text("doubtApart"), decide("apart"))));
}

function named(app, side) {
  const time = format(app.language, { dateStyle: "medium", timeStyle: "short" });
  return [side.name, side.round, side.kickOff && time.format(new Date(side.kickOff))].filter(Boolean).join(" · ");
}

async function popular(app, body) {
  const [{ items: chosen }, { items: all }] = await Promise.all([app.get(`${base}/popular-leagues`), app.get(`${base}/leagues`)]);
  // Before any is chosen all are shown to everybody.
  let ids = chosen.length === all.length ? [] : chosen.map(league => league.id);
  const list = app.element("div", {});
  const draw = () => app.replace(list, app.element("fh-list", { label: app.text("popularLeagues") }, ids.map((id, index) => line(app, all.find(league => league.id === id)?.name ?? id, [
    index > 0 && ["moveUp", () => { ids.splice(index - 1, 2, ids[index], ids[index - 1]); }],
    index < ids.length - 1 && ["moveDown", () => { ids.splice(index, 2, ids[index + 1], ids[index]); }],
    ["takeOut", () => { ids = ids.filter(other => other !== id); }]], draw))));
  const select = app.element("select", { "aria-label": app.text("chooseLeague"), onchange: () => {
    if (select.value && !ids.includes(select.value)) ids.push(select.value);
    select.value = "";
    draw();
  } }, app.element("option", { value: "" }, app.text("chooseLeague")), all.map(league => app.element("option", { value: league.id }, [league.name, countryName(app, league.country, league.countryCode)].filter(Boolean).join(" · "))));
  draw();
  app.replace(body, app.element("h2", {}, app.text("popularLeagues")), app.element("p", { class: "muted" }, app.text("popularWhy")), list,
    app.element("p", { class: "row" }, select, app.action(app.text("save"), async () => {
      await app.put(`${base}/popular-leagues`, { leagues: ids });
      app.announce(app.text("popularSaved"));
    }, "")));
}

function line(app, name, acts, draw) {
  return app.element("div", {}, app.element("span", { class: "grow" }, name), acts.filter(Boolean).map(([key, act]) =>
    app.element("button", { type: "button", class: "plain", "aria-label": `${app.text(key)}: ${name}`, onclick: () => { act(); draw(); } }, app.text(key))));
}

// A league is chosen, then one of its matches that are on or ahead.
async function broadcasts(app, body) {
  const { items } = await app.get(`${base}/leagues`);
  const matches = app.element("div", { class: "entries" });
  const choose = async () => {
    if (!select.value) return app.replace(matches);
    const found = await Promise.all(["live", "upcoming"].map(state => app.get(`${base}/leagues/${path(select.value)}/matches?state=${state}&limit=20`)));
    const all = found.flatMap(page => page.items);
    app.replace(matches, all.length ? all.map(match => broadcast(app, match)) : app.element("p", { class: "muted" }, app.text("empty")));
  };
  const select = app.element("select", { "aria-label": app.text("chooseLeague"), onchange: () => choose().catch(problem => app.announce(app.said(problem))) },
    app.element("option", { value: "" }, app.text("chooseLeague")), items.map(league => app.element("option", { value: league.id }, `${league.name} ${league.season}`)));
  const narrow = search(app, app.text("searchTeams"), query => {
    for (const node of matches.children) node.hidden = !fold(node.textContent).includes(query);
  });
  app.replace(body, app.element("h2", {}, app.text("broadcasts")), app.element("p", { class: "muted" }, app.text("broadcastWhy")), app.element("p", { class: "row" }, select), narrow, matches);
}

// A league is chosen, then its rules are shown, and another one can be set for everybody.
async function leagueRules(app, body) {
  const { items } = await app.get(`${base}/leagues`);
  const rules = app.element("div", {});
  const select = app.element("select", { id: "league-rules", "aria-label": app.text("chooseLeague"), onchange: () => {
    if (!select.value) return app.replace(rules);
    drawLeagueRules(app, rules, select.value).catch(problem => app.announce(app.said(problem)));
  } }, app.element("option", { value: "" }, app.text("chooseLeague")), items.map(league => app.element("option", { value: league.id }, `${league.name} ${league.season}`)));
  app.replace(body, app.element("h2", {}, app.text("leagueRules")), app.element("p", { class: "muted" }, app.text("leagueRulesWhy")), app.element("p", { class: "row" }, select), rules);
}

function broadcast(app, match) {
  const name = `${match.home.name} – ${match.away.name}`;
  const address = `${base}/matches/${path(match.id)}/broadcast`;
  const field = app.element("input", { type: "url", name: "address", placeholder: "https://", maxlength: 2000, "aria-label": `${app.text("broadcastAddress")}: ${name}` });
  return app.element("form", { class: "card", onsubmit: event => event.preventDefault() }, app.element("strong", {}, name),
    app.element("p", { class: "row" }, field, app.action(app.text("save"), async () => {
      await app.put(address, { address: field.value });
      app.announce(app.text("broadcastSaved"));
    }, ""), app.action(app.text("takeOut"), async () => {
      await app.remove(address);
      field.value = "";
      app.announce(app.text("broadcastGone"));
    })));
}

// How far away is nearby, and where teams play: one team at a time, or many in lines.
async function grounds(app, body) {
  const [{ items }, { kilometres }] = await Promise.all([app.get(`${base}/grounds`), app.get(`${base}/nearby-radius`)]);
  const field = app.element("input", { type: "number", name: "kilometres", min: 1, max: 1000, required: true, inputmode: "numeric", value: kilometres, id: "radius" });
  const missing = items.filter(item => !item.place);
  const lines = app.element("textarea", { rows: 4, dir: "ltr", id: "grounds-lines" }, missing.map(item => `${item.team.name.includes(",") ? `"${item.team.name}"` : item.team.name},,,`).join("\n"));
  app.replace(body, app.element("h2", { id: "grounds" }, app.text("grounds")), app.element("p", { class: "muted" }, app.text("groundsWhy")),
    app.element("label", { for: "radius" }, app.text("radius")), app.element("p", { class: "row" }, field, app.action(app.text("save"), async () => {
      await app.put(`${base}/nearby-radius`, { kilometres: Number(field.value) });
      app.announce(app.text("radiusSaved"));
    }, "")),
    app.element("p", { id: "grounds-missing" }, missing.length ? app.text("groundsMissing", { n: number(app, missing.length) }) : app.text("groundsAll")),
    app.element("label", { for: "grounds-lines" }, app.text("groundsImport")), lines, app.element("p", { class: "row" }, app.action(app.text("groundsImportDo"), async () => {
      const { imported } = await app.put(`${base}/grounds`, { csv: lines.value });
      app.announce(app.text("groundsImported", { n: number(app, imported) }));
      await grounds(app, body);
    }, "")));
}
