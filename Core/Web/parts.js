// The parts of the app: in a bar at the foot of a phone, beside the page on a wide screen. The bar has room for five; where there are
// more, what comes behind the fourth stands on a page of its own.
import { accent } from "/accent.js";
import { element, replace } from "/dom.js";
import { icon } from "/signs.js";

const room = 5;
let behind = [];

/** Draws them into `nav`; each is `{ href, title, sign, accent }`. */
export function showParts(nav, parts, path, text) {
  const isMany = parts.length > room;
  behind = isMany ? parts.slice(room - 1) : [];
  const isHere = ({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`));
  const entry = (part, isCurrent, kind = "") => accent(element("a", { href: part.href, class: kind, "aria-current": isCurrent ? "page" : null },
    element("span", { class: "sign", "aria-hidden": "true" }, part.sign), element("span", {}, part.title)), part.accent);
  replace(nav, parts.map(part => entry(part, isHere(part), behind.includes(part) ? "behind" : "")),
    isMany && entry({ href: "/more", title: text("moreParts"), sign: icon("more") }, path === "/more" || behind.some(isHere), "in-bar"));
}

/** The page of those that the bar has no room for. */
export function morePage({ root, text }) {
  replace(root, element("h1", {}, text("moreParts")), element("fh-list", { label: text("moreParts") }, behind.map(part =>
    accent(element("a", { href: part.href }, element("span", { class: "sign", "aria-hidden": "true" }, part.sign.cloneNode(true)), part.title), part.accent))));
}
