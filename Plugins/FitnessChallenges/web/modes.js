// What it takes to win: entered by the coach, read before joining, and how far one is on the way.
import { field, number } from "./shared.js";

const modes = ["threshold", "leaderboard", "milestones", "groupGoal"];

/** The fields with which a coach says what it takes; what is asked for follows from the first one. */
export function modeFields(app) {
  const mode = app.element("select", { onchange: () => draw() }, modes.map(name => app.element("option", { value: name }, app.text(`mode.${name}`))));
  const winners = app.element("input", { type: "number", min: 1, max: 100, value: 3, inputmode: "numeric" });
  const milestones = app.element("textarea", { rows: 3, dir: "auto" });
  const goal = app.element("input", { type: "number", min: 0, step: "any", value: 1000, inputmode: "decimal" });
  const more = app.element("div", {});
  const draw = () => app.replace(more, mode.value === "leaderboard" && field(app, "winners", app.text("winners"), winners),
    mode.value === "milestones" && field(app, "milestones", app.text("milestones"), milestones, app.text("milestonesHelp")),
    mode.value === "groupGoal" && field(app, "groupGoal", app.text("groupGoal"), goal));
  // A line is a name and its points, such as "Half way: 50".
  const lines = () => milestones.value.split("\n").map(line => line.trim()).filter(Boolean).map(line => {
    const [, name, points] = line.match(/^(.*?)[\s::]+([\d.]+)$/) ?? [null, line, "0"];
    return { name: name.trim(), points: Number(points) };
  });
  draw();
  return { nodes: [field(app, "mode", app.text("mode"), mode, app.text("modeHelp")), more],
    read: () => ({ mode: mode.value, winners: mode.value === "leaderboard" ? Number(winners.value) : undefined,
      milestones: mode.value === "milestones" ? lines() : undefined, groupGoal: mode.value === "groupGoal" ? Number(goal.value) : undefined }) };
}

/** What it takes, as one reads it before joining. */
export function modeSaid(app, challenge) {
  if (challenge.mode === "leaderboard") return app.text("wins.leaderboard", { n: number(app, challenge.winners) });
  if (challenge.mode === "groupGoal") return app.text("wins.groupGoal", { n: number(app, challenge.groupGoal) });
  if (challenge.mode === "milestones") return app.text("wins.milestones", { n: number(app, challenge.milestones.at(-1).points) });
  return app.text("passRule", { n: number(app, challenge.needed), of: number(app, challenge.exercises.length) });
}

/** How far one is. */
export function progress(app, challenge) {
  const { me } = challenge;
  const bar = (value, max, label) => app.element("progress", { max, value: Math.min(value, max), "aria-label": label });
  if (challenge.mode === "groupGoal") {
    return [bar(challenge.groupPoints, challenge.groupGoal, app.text("groupGoal")),
      app.element("p", { class: "muted" }, app.text("groupPointsOf", { n: number(app, challenge.groupPoints), of: number(app, challenge.groupGoal) }))];
  }
  if (challenge.mode === "milestones") {
    return [bar(me.points, challenge.milestones.at(-1).points, app.text("milestones")),
      app.element("ol", { class: "milestones" }, challenge.milestones.map(one => app.element("li", { class: me.points >= one.points ? "reached" : "muted" },
        app.element("bdi", {}, one.name), ` · ${number(app, one.points)} `, me.points >= one.points && app.element("span", { class: "pill" }, app.text("reached")))))];
  }
  if (challenge.mode === "leaderboard") return [app.element("p", { class: "muted" }, modeSaid(app, challenge))];
  const met = me.progress.filter(part => part.isMet).length;
  return [bar(met, challenge.needed, app.text("goalsMet")),
    app.element("p", { class: "muted" }, app.text("goalsMetOf", { n: number(app, met), of: number(app, challenge.needed) }))];
}
