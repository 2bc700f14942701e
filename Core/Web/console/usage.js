// How the app is used, as far as people have agreed to be counted.
import { saving, table } from "/console/table.js";
import { element } from "/dom.js";

const steps = { opened: "Opened the app", "signed-up": "Signed up", favourite: "Chose a favourite", joined: "Joined a group", entered: "Entered something" };
const few = "fewer than 5";
const text = number => number === undefined ? few : String(number);

/** The card; `call` asks the host. */
export async function usageCard(call) {
  const { isOn, from, keptDays, ...found } = await call("GET", "/v1/content/usage");
  const title = element("h2", {}, "Use of the app");
  if (!isOn) return element("section", { class: "card", id: "usage" }, title, element("p", {}, "Nothing is counted: the setting pageTracking is off."));
  const named = list => list.map(({ name, number }) => [name, number]);
  const parts = [
    ["How far people come", "Step", found.steps.map(({ name, number }) => [steps[name] ?? name, number])],
    ["First entries", "Plugin", named(found.areas)],
    ["Pages looked at", "Page", named(found.pages)],
    ["How long visits last", "Minutes", named(found.visits)],
    ["Who comes again", "First week, weeks later", found.returns.map(({ week, later, number }) => [`${week}, ${later}`, number])],
    ["Pages by day", "Day", named(found.days)],
  ];
  return element("section", { class: "card scroll", id: "usage" }, title,
    element("p", {}, `Since ${from}, of people who agreed; numbers below 5 are not shown, and what was counted is kept for ${keptDays} days.`), plot(found.days),
    parts.flatMap(([heading, what, rows]) => [element("h3", {}, heading), rows.length > 0 ? bars(what, rows) : element("p", {}, "Nothing yet."),
      element("p", { class: "row" }, saving(heading.toLowerCase().replaceAll(" ", "-"), [what, "Number"], () => rows.map(row => [row[0], text(row[1])])))]));
}

// A line for each, as long as its number is large.
function bars(what, rows) {
  const most = Math.max(1, ...rows.map(([, number]) => number ?? 0));
  return table([what, "Number", ""], rows.map(([name, number]) => [name, text(number),
    element("td", {}, element("meter", { min: 0, max: most, value: number ?? 0, "aria-label": `${name}: ${text(number)}` }))]));
}

// How many pages were looked at on each day, as a picture; the table below says the same.
function plot(days) {
  if (!days.length) return null;
  const [width, height, most] = [600, 120, Math.max(1, ...days.map(({ number }) => number ?? 0))];
  const svg = (name, attributes, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    node.append(...children);
    return node;
  };
  const step = width / days.length;
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Pages by day, at most ${text(most)}` }, ...days.map(({ name, number }, index) => {
    const tall = Math.max(1, (number ?? 0) / most * height);
    return svg("rect", { x: index * step, y: height - tall, width: Math.max(1, step - 2), height: tall, fill: "currentColor" }, svg("title", {}, `${name}: ${text(number)}`));
  }));
}
