import { element } from "/dom.js";

// A table with its headings; a row is a list of texts and of cells made elsewhere.
export function table(head, rows) {
  return element("table", {},
    element("thead", {}, element("tr", {}, head.map(name => element("th", { scope: "col" }, name)))),
    element("tbody", {}, rows.map(row => element("tr", {}, row.map(value => value instanceof Element ? value : element("td", {}, value))))));
}
