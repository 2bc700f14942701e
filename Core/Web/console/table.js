import { save } from "/console/csv.js";
import { announce, element } from "/dom.js";
import { format } from "/formats.js";

// Swedish writes a time without words, as the host does: 2024-08-17 13:40.
const clock = format("sv", { dateStyle: "short", timeStyle: "short" });
const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The time zone that times are shown in: the operator's, as it is chosen in the settings of the app. */
export const zone = clock.resolvedOptions().timeZone;

/** An instant as the operator's clock has it. Files hold it as the host writes it. */
export const time = instant => element("time", { datetime: instant, title: instant }, clock.format(new Date(instant)));

// A table with its headings; a row is a list of texts, of which instants are shown as times, and of cells made elsewhere.
export function table(head, rows) {
  return element("table", {},
    element("thead", {}, element("tr", {}, head.map(name => name ? element("th", { scope: "col" }, name) : element("td")))),
    element("tbody", {}, rows.map(row => element("tr", {}, row.map(value => value instanceof Element ? value : element("td", {}, isInstant.test(value) ? time(value) : value))))));
}

// A button that saves all of an overview as a file, and says which: `rows` gives them, those of other pages too, in the columns that are shown.
export function saving(name, head, rows) {
  const columns = head.flatMap((title, index) => title ? [index] : []);
  const text = value => value instanceof Element
    ? [...value.childNodes].map(node => node instanceof HTMLTimeElement ? node.dateTime : node.textContent).join("") : value;
  const press = async event => {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      const all = await rows();
      save(name, [head, ...all].map(row => columns.map(index => text(row[index]))));
      announce(`${all.length} ${all.length === 1 ? "row" : "rows"} saved as ${name}.csv.`);
    } catch (problem) {
      announce(problem.message);
    }
    button.disabled = false;
  };
  return element("button", { type: "button", class: "plain", onclick: press }, `Save ${name.replaceAll("-", " ")} as CSV`);
}

// Everything that a list of the interface holds, page by page.
export async function everything(call, path) {
  const found = [];
  for (let next = null; ;) {
    const page = await call("GET", next ? `${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(next)}` : path);
    found.push(...page.items);
    if (!(next = page.next)) return found;
  }
}
