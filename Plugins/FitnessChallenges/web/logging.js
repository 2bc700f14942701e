// Writing down what one did: of each exercise by hand, for each day that is still open, also without a connection.
import { base, day, field, measured, number, time } from "./shared.js";
import { activityChoice, marks, picture, showing } from "./evidence.js";

export function logging(app, challenge, root, draw) {
  const days = app.element("select", { onchange: () => tellClosing() });
  const closing = app.element("p", { class: "muted" });
  const entries = app.element("div", {});
  const shown = app.element("div", {});
  const chosen = () => shown.querySelector("select")?.value || undefined;
  const forms = challenge.exercises.map(exercise => form(app, exercise, root, () => days.value, chosen, draw));
  activityChoice(app, base).then(select => select && app.replace(shown, field(app, "shownBy", app.text("shownBy"), select)));
  let open = [];
  const tellClosing = () => {
    const chosen = open.find(item => item.day === days.value);
    closing.textContent = chosen ? app.text("closes", { there: time(app, chosen.closesAt, challenge.zone), here: time(app, chosen.closesAt) }) : "";
  };
  const show = (next, items) => {
    const kept = days.value;
    open = next.me.openDays;
    if (open.map(item => item.day).join() !== [...days.options].map(option => option.value).join()) {
      app.replace(days, open.map(item => app.element("option", { value: item.day }, day(app, item.day))));
      if (open.some(item => item.day === kept)) days.value = kept;
    }
    tellClosing();
    // An entry that is being changed stays open while others log.
    if (entries.contains(document.activeElement) && document.activeElement.matches("input.short")) return;
    app.replace(entries, items.length > 0 && [app.element("h3", {}, app.text("myEntries")), list(app, challenge, items, root, open, draw)]);
  };
  return { show, node: app.element("section", { class: "card" }, app.element("h2", {}, app.text("logExercise")), field(app, "day", app.text("day"), days), closing, shown, forms, entries) };
}

// One exercise: its value and the one press that sends it.
function form(app, exercise, root, chosen, shown, draw) {
  const isYesNo = exercise.measure === "yesNo";
  const value = app.element("input", { type: "number", min: 0, step: exercise.measure === "whole" ? 1 : "any", required: !isYesNo, inputmode: exercise.measure === "whole" ? "numeric" : "decimal", hidden: isYesNo });
  const mistake = app.element("p", { class: "error", role: "alert" });
  value.id = `value-${exercise.id}`;
  let entry = crypto.randomUUID();
  const send = async event => {
    event.preventDefault();
    mistake.textContent = "";
    try {
      await enter(app, exercise, root, chosen(), entry, isYesNo ? 1 : Number(value.value), shown());
      entry = crypto.randomUUID();
      value.value = "";
      await draw().catch(() => null);
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  const label = `${exercise.name} (${measured(app, exercise)})`;
  return app.element("form", { class: "log", onsubmit: send }, app.element("label", { for: value.id }, app.element("bdi", {}, label)),
    app.element("div", { class: "row" }, value, app.element("button", {}, app.text(isYesNo ? "done" : "log"))), mistake);
}

/** Hands an entry to the queue, and says whether it was kept or waits. */
async function enter(app, exercise, root, chosen, entry, value, activity) {
  const path = `${root}/days/${chosen}/exercises/${exercise.id}/entries/${entry}`;
  const title = `${exercise.name}: ${value === null ? "–" : number(app, value)}`;
  const { isSent } = await app.queue.enter({ method: "PUT", path, body: { value, saidAt: app.instant(), activity }, title, page: location.pathname });
  app.announce(app.text(isSent ? "logged" : "loggedLater"));
}

function list(app, challenge, items, root, open, draw) {
  const names = Object.fromEntries(challenge.exercises.map(exercise => [exercise.id, exercise]));
  return app.element("fh-list", { label: app.text("myEntries") }, items.map(item => {
    const exercise = names[item.exercise];
    const isOpen = open.some(found => found.day === item.day);
    const late = Date.parse(item.cameAt) - Date.parse(item.saidAt) > 60_000 && app.text("cameLate", { time: time(app, item.cameAt) });
    const before = item.history.length > 0 && app.text("was", { values: item.history.map(said => said.value === undefined ? "–" : number(app, said.value)).join(", ") });
    return app.element("div", {}, app.element("span", { class: "grow" }, app.element("span", {}, app.element("bdi", {}, exercise.name), ": ",
      app.element("strong", {}, exercise.measure === "yesNo" ? app.text("done") : number(app, item.value)), exercise.unit && ` ${exercise.unit}`),
    app.element("small", {}, [day(app, item.day), before, late, ...marks(app, item)].filter(Boolean).join(" · ")), picture(app, item), showing(app, item, root, draw)),
    isOpen && change(app, exercise, item, root, draw));
  }));
}

function change(app, exercise, item, root, draw) {
  const place = app.element("span", { class: "row" });
  const calm = () => app.replace(place, exercise.measure !== "yesNo" && app.action(app.text("edit"), open),
    app.action(app.text("takeBack"), () => keep(null)));
  const keep = async value => {
    await enter(app, exercise, root, item.day, item.entry, value);
    calm();
    await draw().catch(() => null);
  };
  const open = () => {
    const value = app.element("input", { type: "number", min: 0, step: "any", value: item.value, "aria-label": exercise.name, class: "short" });
    app.replace(place, value, app.action(app.text("log"), () => keep(Number(value.value)), ""));
    value.focus();
  };
  calm();
  return place;
}
