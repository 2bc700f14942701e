// What a director does: who plays, in which division and pool; the cards of the next round; penalty throws by a rule; playoffs; the end.
import { eventPage, field, fromWall, keyed, rowName, wall } from "./event-words.js";
import { nextRound } from "./event-groups.js";
import { asking, number } from "./shared.js";

// Penalties that a director gives most, with the throws that the rule says (Official Rules of Disc Golf, 2024).
const rules = [["808.F", 2], ["808.G", 2], ["811", 2], ["812", 1]];

export function direct(app, path, draw) {
  const parts = Array.from({ length: 5 }, () => app.element("div", {}));
  const [next, people, ties, penalties, end] = parts;
  const act = async run => {
    try {
      await run();
    } catch (problem) {
      app.announce(problem.errors?.[0]?.detail ?? app.said(problem));
    }
    await draw();
  };
  const show = found => {
    const roster = found.rows.map(row => [row.id, row.name, row.division, row.pool, row.isOut, row.total]);
    keyed(app, next, [found.event, found.cards, roster], () => nextRound(app, path, found, act));
    keyed(app, people, [roster, found.event.state], () => entrants(app, path, found, act));
    keyed(app, ties, [found.rows.filter(row => row.isTied || row.hasWonPlayoff)], () => playoffs(app, path, found, act));
    keyed(app, penalties, [found.penalties, roster.map(([id, name]) => [id, name]), found.event.rounds], () => penaltyPart(app, path, found, act));
    keyed(app, end, [found.event.state], () => app.element("section", { class: "card" }, app.element("h2", {}, app.text("event")), app.element("div", { class: "row" },
      app.element("a", { class: "button plain", href: `/${app.area}/events/new?event=${encodeURIComponent(found.event.id)}` }, app.text("changeEvent")),
      found.event.state === "running" && asking(app, "finishEvent", "finishEventQuestion", async () => {
        await app.post(`${path}/finish`);
        await app.go(eventPage(app, found.event.id));
      }))));
  };
  return { node: app.element("div", {}, parts), show };
}

function entrants(app, path, found, act) {
  const name = field(app, "entrant-name", app.text("nameOfPlayer"), { maxlength: 40, required: true });
  const division = field(app, "entrant-division", app.text("division"), { maxlength: 8, required: true, autocapitalize: "characters", value: found.rows[0]?.division ?? "MPO" });
  const add = event => {
    event.preventDefault();
    act(() => app.post(`${path}/entrants`, { name: name.node.value, division: division.node.value.trim().toUpperCase() }));
  };
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("entrants")),
    app.element("ul", { class: "people" }, found.rows.map(row => entrant(app, path, found, row, act))),
    app.element("form", { class: "row", onsubmit: add }, name.line, division.line, app.element("button", { class: "plain" }, app.text("addEntrant"))));
}

function entrant(app, path, found, row, act) {
  const label = (key, value) => ({ "aria-label": `${rowName(app, row)}: ${app.text(key)}`, title: app.text(key), value, maxlength: key === "pool" ? 20 : 8, class: "narrow", autocomplete: "off" });
  const division = app.element("input", label("division", row.division));
  const pool = app.element("input", { ...label("pool", row.pool), placeholder: app.text("pool") });
  const change = () => act(() => app.post(`${path}/entrants`, { entrant: row.id, division: division.value.trim().toUpperCase(), pool: pool.value.trim() }));
  division.addEventListener("change", change);
  pool.addEventListener("change", change);
  return app.element("li", { class: "person" }, app.crest(rowName(app, row)), app.element("bdi", {}, rowName(app, row)), row.isOut && app.element("span", { class: "badge" }, app.text("dnf")),
    app.element("span", { class: "end row" }, division, pool, !row.isOut && asking(app, "remove", found.event.state === "open" ? "removeEntrantQuestion" : "outQuestion", () => act(() => app.remove(`${path}/entrants/${row.id}`)))));
}

function playoffs(app, path, found, act) {
  const rows = found.rows.filter(row => row.isTied);
  if (!rows.length) return null;
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("playoff")), app.element("p", { class: "muted" }, app.text("playoffAbout")),
    app.element("ul", { class: "people" }, rows.map(row => app.element("li", { class: "person" }, app.element("bdi", {}, rowName(app, row)), app.element("span", { class: "muted" }, row.division),
      app.element("span", { class: "end" }, asking(app, "wonPlayoff", "wonPlayoffQuestion", () => act(() => app.put(`${path}/playoffs/${row.id}`))))))));
}

function penaltyPart(app, path, found, act) {
  const who = field(app, "penalty-entrant", app.text("nameOfPlayer"), { options: found.rows.map(row => [row.id, rowName(app, row)]) });
  const round = field(app, "penalty-round", app.text("round"), { options: Array.from({ length: found.event.rounds }, (_, at) => [at + 1, number(app, at + 1)]), value: Math.max(1, ...found.cards.map(card => card.number)) });
  const throws = field(app, "penalty-throws", app.text("penaltyThrows"), { type: "number", inputmode: "numeric", min: 1, max: 20, required: true, value: 2 });
  const other = field(app, "penalty-other", app.text("ruleNumber"), { maxlength: 12, placeholder: "801.03" });
  const rule = field(app, "penalty-rule", app.text("rule"), { options: [...rules.map(([name]) => [name, `${name} · ${app.text(`penaltyRule.${name}`)}`]), ["", app.text("otherRule")]], onchange: () => fit() });
  const note = field(app, "penalty-note", app.text("noteOptional"), { maxlength: 200 });
  const fit = () => {
    other.line.hidden = rule.node.value !== "";
    const known = rules.find(([name]) => name === rule.node.value);
    if (known) throws.node.value = known[1];
  };
  const add = event => {
    event.preventDefault();
    act(() => app.post(`${path}/penalties`, { entrant: who.node.value, round: Number(round.node.value), rule: rule.node.value || other.node.value.trim(), throwCount: Number(throws.node.value),
      ...note.node.value.trim() && { note: note.node.value.trim() } }));
  };
  fit();
  const name = id => rowName(app, found.rows.find(row => row.id === id) ?? {});
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("penaltyThrows")), found.penalties.length > 0 && app.element("ul", { class: "people" }, found.penalties.map(one =>
    app.element("li", { class: "person" }, app.element("bdi", {}, name(one.entrant)), app.element("span", { class: "muted" }, app.text("penaltyLine", { n: number(app, one.throwCount), rule: one.rule, round: number(app, one.round) })),
      one.note && app.element("q", { class: "words" }, one.note), app.element("span", { class: "end" }, asking(app, "takeAway", "takeAwayQuestion", () => act(() => app.remove(`${path}/penalties/${one.id}`))))))),
  found.rows.length > 0 && app.element("details", {}, app.element("summary", {}, app.text("addPenalty")), app.element("form", { onsubmit: add }, who.line, round.line, rule.line, other.line, throws.line, note.line, app.element("p", {}, app.element("button", {}, app.text("addPenalty"))))));
}
