// The exercises of a challenge that is being made: of any kind, each with a goal and points that can be tried out on a sample log.
import { base, field, number } from "./shared.js";

const measures = ["decimal", "whole", "yesNo", "duration", "distance"];
const goals = { total: (amount) => `total >= ${amount}`, days: (amount, times) => `days(${amount}) >= ${times}`, weeks: (amount, times) => `weeks(${amount}) >= ${times}`,
  streak: (amount, times) => `streak(${amount}) >= ${times}`, best: amount => `best >= ${amount}` };

export function exerciseRows(app, days, table) {
  const list = app.element("div", {});
  const needed = app.element("input", { type: "number", min: 1, max: 20, inputmode: "numeric" });
  let rows = [];
  const draw = () => {
    app.replace(list, rows.map((row, index) => row.node(index, rows.length > 1 && (() => {
      rows = rows.filter(other => other !== row);
      draw();
    }))));
  };
  const add = app.element("button", { type: "button", class: "plain", onclick: () => {
    rows.push(exercise(app, days, table));
    draw();
  } }, app.text("addExercise"));
  rows.push(exercise(app, days, table));
  draw();
  return { node: app.element("div", { id: "exercises" }, list, app.element("p", {}, add), field(app, "needed", app.text("needed"), needed, app.text("neededHelp"))),
    read: () => rows.map(row => row.read()), needed: () => needed.value ? Number(needed.value) : undefined };
}

function exercise(app, days, table) {
  const name = app.element("input", { maxlength: 60, required: true, autocomplete: "off" });
  const measure = app.element("select", {}, measures.map(kind => app.element("option", { value: kind }, app.text(`measure.${kind}`))));
  const unit = app.element("input", { maxlength: 20, autocomplete: "off" });
  const kind = app.element("select", { onchange: () => write() }, [...Object.keys(goals), "own"].map(key => app.element("option", { value: key }, app.text(`goal.${key}`))));
  const amount = app.element("input", { type: "number", min: 0, step: "any", value: 10, inputmode: "decimal", oninput: () => write() });
  const times = app.element("input", { type: "number", min: 1, step: 1, value: 5, inputmode: "numeric", oninput: () => write() });
  const goal = app.element("input", { maxlength: 200, dir: "ltr", spellcheck: "false", autocomplete: "off", oninput: () => { kind.value = "own"; } });
  const activity = app.element("select", { onchange: () => { points.value = activity.value && measure.value === "duration" ? "total * met" : "total"; } },
    app.element("option", { value: "" }, app.text("noActivity")), table.items.map(entry => app.element("option", { value: entry.activity }, `${app.text(`met.${entry.activity}`)} · ${number(app, entry.met)}`)));
  const points = app.element("input", { maxlength: 200, dir: "ltr", spellcheck: "false", autocomplete: "off", value: "total" });
  const sample = app.element("input", { dir: "ltr", autocomplete: "off", value: "10 0 5 20" });
  const result = app.element("p", { role: "status", class: "tried" });
  const write = () => { if (goals[kind.value]) goal.value = goals[kind.value](amount.value || 0, times.value || 1); };
  const tryOut = async () => {
    try {
      const values = sample.value.split(/[\s,;]+/).filter(Boolean).map(Number);
      const found = await app.post(`${base}/formulas/try`, { goal: goal.value, points: points.value, measure: measure.value, days: Math.max(days() || 1, 1), values, activity: activity.value || undefined });
      result.textContent = `${app.text(found.isMet ? "goalMet" : "goalNotMet")} · ${app.text("pointsOf", { n: number(app, found.points) })}`;
    } catch (problem) {
      result.textContent = app.said(problem);
    }
  };
  write();
  const node = (index, remove) => {
    const id = part => `exercises-${index}-${part}`;
    return app.element("fieldset", { class: "card" }, app.element("legend", {}, app.text("exerciseNumber", { n: number(app, index + 1) })),
      field(app, id("name"), app.text("exerciseName"), name), field(app, id("measure"), app.text("measure"), measure), field(app, id("unit"), app.text("unit"), unit, app.text("unitHelp")),
      field(app, id("activity"), app.text("metActivity"), activity, app.text("metHelp", { source: table.source })),
      field(app, id("kind"), app.text("goal"), kind),
      app.element("div", { class: "row" }, field(app, id("amount"), app.text("amount"), amount), field(app, id("times"), app.text("times"), times)),
      field(app, id("goal"), app.text("formula"), goal, app.text("formulaHelp")), field(app, id("points"), app.text("pointsFormula"), points),
      app.element("div", { class: "row" }, field(app, id("sample"), app.text("sample"), sample),
        app.element("button", { type: "button", class: "plain", onclick: tryOut }, app.text("tryOut"))), result,
      remove && app.element("button", { type: "button", class: "plain", onclick: remove }, app.text("removeExercise")));
  };
  return { node, read: () => ({ name: name.value, measure: measure.value, unit: unit.value, goal: goal.value, points: points.value, activity: activity.value || undefined }) };
}
