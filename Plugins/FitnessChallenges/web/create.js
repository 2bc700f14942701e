// Creating a challenge: of which kind, how hard and how long, which exercises, goals that can be tried out, and teams.
import { ownZone } from "/formats.js";
import { base, daysLong, field, lengths, look, number, path, tell, today } from "./shared.js";
import { exerciseRows } from "./exercises.js";
import { modeFields } from "./modes.js";

export default async function page(app) {
  const isTeam = app.path.split("/")[1] === "team";
  const [roles, table, mine] = await Promise.all([app.get(`${base}/me`), app.get(`${base}/activities-by-met`), app.get(`${base}/me/organisations`)]);
  const rest = app.element("p", { class: "error", role: "alert" });
  const fields = basics(app, roles, mine.items.filter(item => item.mayChallenge));
  const teams = isTeam ? teamFields(app) : null;
  const mode = modeFields(app);
  const rows = exerciseRows(app, () => Number(fields.days.value), table);
  const save = app.element("button", {}, app.text("publish"));
  const form = app.element("form", { novalidate: true }, app.element("section", { class: "card" }, fields.nodes),
    app.element("section", { class: "card" }, mode.nodes), app.element("h2", {}, app.text("exercises")), rows.node, teams && app.element("section", { class: "card" }, app.element("h2", {}, app.text("teams")), teams.nodes),
    rest, app.element("p", {}, save));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    save.disabled = true;
    try {
      const body = { kind: isTeam ? "team" : "individual", ...fields.read(), ...mode.read(), ...teams?.read(), exercises: rows.read(), needed: rows.needed() };
      const made = await app.post(`${base}/challenges`, body, app.newKey());
      app.announce(app.text("published"));
      await app.go(path(app, "challenges", made.id));
    } catch (problem) {
      tell(form, problem, pointer => pointer.slice(1).replaceAll("/", "-"), rest);
    }
    save.disabled = false;
  });
  app.replace(app.root, look(app), app.element("h1", {}, app.text(isTeam ? "newTeamChallenge" : "newIndividualChallenge")), form);
}

function basics(app, roles, organisations) {
  const first = today(app);
  const own = ownZone();
  const title = app.element("input", { maxlength: 80, required: true, autocomplete: "off" });
  const about = app.element("textarea", { rows: 3, maxlength: 2000 });
  const difficulty = app.element("input", { type: "number", min: 1, max: 10, step: 1, value: 5, required: true, inputmode: "numeric" });
  const days = app.element("input", { type: "number", min: 1, max: roles.longestDays, step: 1, value: 30, required: true, inputmode: "numeric" });
  const quick = app.element("div", { class: "row" }, lengths.map(count => app.element("button", { type: "button", class: "plain", onclick: () => { days.value = count; } },
    count === 184 ? app.text("halfYear") : daysLong(app, count))));
  const isRolling = app.element("input", { type: "checkbox", onchange: () => { start.disabled = isRolling.checked; } });
  const start = app.element("input", { type: "date", min: first, value: first });
  const zones = [...new Set([own, "America/New_York", ...Intl.supportedValuesOf("timeZone")])];
  const zone = app.element("select", {}, zones.map(name => app.element("option", { value: name }, name)));
  const capacity = app.element("input", { type: "number", min: 1, max: 100000, step: 1, inputmode: "numeric" });
  const organisation = app.element("select", {}, app.element("option", { value: "" }, app.text("forEverybody")), organisations.map(item => app.element("option", { value: item.id }, item.name)));
  isRolling.id = "isRolling";
  const nodes = [field(app, "title", app.text("challengeTitle"), title), field(app, "about", app.text("about"), about),
    field(app, "difficulty", app.text("difficulty"), difficulty, app.text("difficultyHelp")),
    field(app, "days", app.text("duration"), days, app.text("durationHelp", { n: number(app, roles.longestDays) })), quick,
    field(app, "start", app.text("firstDay"), start), app.element("div", { class: "check" }, isRolling, app.element("label", { for: "isRolling" }, app.text("rolling"))),
    field(app, "zone", app.text("zone"), zone, app.text("zoneHelp")), field(app, "capacity", app.text("capacity"), capacity, app.text("capacityHelp")),
    organisations.length > 0 && field(app, "organisation", app.text("forWhom"), organisation, app.text("organisationHelp"))];
  const read = () => ({ title: title.value, about: about.value, difficulty: Number(difficulty.value), days: Number(days.value),
    start: isRolling.checked ? undefined : start.value, zone: zone.value,
    capacity: capacity.value ? Number(capacity.value) : undefined, organisation: organisation.value || undefined });
  return { nodes, days, read };
}

function teamFields(app) {
  const size = app.element("input", { type: "number", min: 2, max: 1000, value: 5, required: true, inputmode: "numeric" });
  const count = app.element("input", { type: "number", min: 0, max: 200, value: 2, inputmode: "numeric" });
  const mayFound = app.element("input", { type: "checkbox" });
  const scoring = app.element("select", {}, ["sum", "average", "best"].map(name => app.element("option", { value: name }, app.text(`scoring.${name}`))));
  const best = app.element("input", { type: "number", min: 1, max: 100, value: 3, inputmode: "numeric" });
  const drawBy = app.element("select", {}, ["size", "level"].map(name => app.element("option", { value: name }, app.text(`drawBy.${name}`))));
  const atStart = app.element("input", { type: "checkbox" });
  [mayFound.id, atStart.id] = ["mayFound", "drawsAtStart"];
  const nodes = [field(app, "teamSize", app.text("teamSize"), size, app.text("teamSizeHelp")), field(app, "teams", app.text("teamCount"), count),
    app.element("div", { class: "check" }, mayFound, app.element("label", { for: "mayFound" }, app.text("mayFound"))),
    field(app, "teamScoring", app.text("scoring"), scoring, app.text("scoringHelp")), field(app, "bestCount", app.text("bestCount"), best),
    field(app, "drawBy", app.text("drawBy"), drawBy, app.text("drawByHelp")),
    app.element("div", { class: "check" }, atStart, app.element("label", { for: "drawsAtStart" }, app.text("drawsAtStart")))];
  const read = () => ({ teamSize: Number(size.value), teams: Number(count.value), mayFound: mayFound.checked, teamScoring: scoring.value, bestCount: Number(best.value), drawBy: drawBy.value, drawsAtStart: atStart.checked });
  return { nodes, read };
}
