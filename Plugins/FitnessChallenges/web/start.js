// The start: what one takes part in, what one leads, and the search for more.
import { ask, base, daysLong, entry, lengths, look, number, path } from "./shared.js";
import { templates } from "./templates.js";

export default async function page(app) {
  if (!app.me || app.me.kind === "guest") return welcome(app);
  const [roles, mine, led] = await Promise.all([app.get(`${base}/me`), app.get(`${base}/me/challenges`), app.get(`${base}/me/led`)]);
  if (!roles.isCoach && !roles.isAthlete) return welcome(app, roles.hasAsked);
  const running = mine.items.filter(item => item.me.outcome === "running");
  const others = app.element("div", { class: "row" },
    app.element("a", { class: "button plain", href: path(app, "activities") }, app.text("activities")),
    app.element("a", { class: "button plain", href: path(app, "record") }, app.text("record")),
    !roles.isCoach && app.element("a", { class: "button plain", href: path(app, "accounts", "coach") }, app.text("becomeCoach")),
    !roles.isAthlete && app.element("a", { class: "button plain", href: path(app, "accounts", "athlete") }, app.text("becomeAthlete")));
  app.replace(app.root, look(app), app.element("h1", {}, app.text("title")),
    roles.isCoach && app.element("p", { class: "row begin" }, app.element("button", { type: "button", onclick: () => create(app) }, app.text("createChallenge"))),
    roles.isAthlete && section(app, "underWay", running, "noneUnderWay"),
    roles.isCoach && section(app, "ledByMe", led.items, "noneLed"), roles.isCoach && await templates(app), search(app), roles.isAthlete && coded(app), others);
}

function section(app, title, items, none) {
  return app.element("section", {}, app.element("h2", {}, app.text(title)), items.length
    ? app.element("div", { class: "entries" }, items.map(item => entry(app, item))) : app.element("p", { class: "card muted" }, app.text(none)));
}

function welcome(app, hasAsked) {
  const offer = (kind, icon) => app.element("fh-card", { icon, heading: app.text(`account.${kind}`) },
    app.element("p", {}, app.text(`account.${kind}.about`)),
    app.element("div", { class: "actions" }, app.element("a", { class: "button", href: path(app, "accounts", kind) }, app.text(`account.${kind}.create`))));
  app.replace(app.root, look(app), app.element("h1", {}, app.text("title")), app.element("p", {}, app.text("tour")),
    hasAsked && app.element("p", { class: "card" }, app.text("asked")), offer("athlete", "dumbbell"), offer("coach", "whistle"));
}

// The prompt behind "Create Challenge".
async function create(app) {
  const kind = await ask(app, app.text("createChallenge"), app.element("p", {}, app.text("whichKind")),
    [["team", app.text("kind.team")], ["individual", app.text("kind.individual")]]);
  if (kind) await app.go(path(app, "create", kind));
}

function search(app) {
  const choice = (id, none, values, said) => app.element("select", { id }, app.element("option", { value: "" }, app.text(none)),
    values.map(value => app.element("option", { value }, said(value))));
  const figures = Array.from({ length: 10 }, (_, index) => index + 1);
  const words = app.element("input", { id: "query", type: "search", maxlength: 100, autocomplete: "off" });
  const filters = [["kind", choice("kind", "anyKind", ["individual", "team"], name => app.text(`kind.${name}`))],
    ["mode", choice("mode", "anyMode", ["threshold", "leaderboard", "milestones", "groupGoal"], name => app.text(`mode.${name}`))],
    ["easiest", choice("easiest", "anyDifficulty", figures, level => number(app, level))], ["hardest", choice("hardest", "anyDifficulty", [...figures].reverse(), level => number(app, level))],
    ["shortest", choice("shortest", "anyLength", lengths, count => daysLong(app, count))], ["longest", choice("longest", "anyLength", lengths, count => daysLong(app, count))],
    ["starts", choice("starts", "anyStart", ["fixed", "rolling"], name => app.text(`starts.${name}`))], ["from", app.element("input", { id: "from", type: "date" })]];
  const list = app.element("div", { class: "entries" });
  const none = app.element("p", { class: "muted", role: "status" });
  const more = app.element("button", { type: "button", class: "plain", hidden: true }, app.text("more"));
  const load = async (after = null) => {
    const query = new URLSearchParams({ query: words.value });
    for (const [name, node] of filters) if (node.value) query.set(name, node.value);
    if (after) query.set("after", after);
    try {
      const found = await app.get(`${base}/challenges?${query}`);
      const nodes = found.items.map(item => entry(app, item));
      if (after) list.append(...nodes);
      else app.replace(list, nodes);
      none.textContent = list.children.length ? "" : app.text("foundNone");
      more.hidden = !found.next;
      more.onclick = () => load(found.next);
    } catch (problem) {
      none.textContent = app.said(problem);
    }
  };
  const begin = event => {
    event.preventDefault();
    return load();
  };
  load();
  return app.element("section", {}, app.element("h2", {}, app.text("findChallenges")),
    app.element("form", { class: "card", onsubmit: begin }, app.element("label", { for: "query" }, app.text("words")), words,
      app.element("details", {}, app.element("summary", {}, app.text("filters")), app.element("div", { class: "row ways" }, filters.map(([name, node]) =>
        app.element("div", {}, app.element("label", { for: name }, app.text(`filter.${name}`)), node)))),
      app.element("p", {}, app.element("button", {}, app.text("search")))), list, none, more);
}

// Whoever was handed a code joins with it.
function coded(app) {
  const code = app.element("input", { id: "code", maxlength: 20, required: true, autocomplete: "off", autocapitalize: "characters", dir: "ltr" });
  const begin = event => {
    event.preventDefault();
    return app.go(path(app, "join", code.value.replace(/[^A-Za-z0-9]/g, "").toUpperCase()));
  };
  return app.element("form", { class: "card", onsubmit: begin }, app.element("label", { for: "code" }, app.text("haveCode")),
    app.element("div", { class: "row" }, code, app.element("button", { class: "plain" }, app.text("joinByCode"))));
}
