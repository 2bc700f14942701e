// The parts of the app, with the addresses of plugins' pages. They stand in a bar at the foot of a phone, beside the page on a wide screen. The bar
// has room for five; where there are more, what comes behind the fourth stands on a page of its own. Within a game that has parts of its own the bar
// shows these.
import { accent } from "/colours.js";
import { element, replace } from "/dom.js";
import { icon, letter } from "/signs.js";

const room = 5;
let behind = [];

/** The pages that lead to the games: the first one of each that is in the navigation. */
export const doors = pages => pages.filter(page => page.navigation && pages.find(other => other.navigation && other.area === page.area) === page);

/** The parts of the app as they are at `path`: home, and the games; or, within one that has several pages in the navigation, and everywhere where
 * there is no other game, the others of these. */
export function ways({ pages, groups }, path, look, text) {
  const way = page => ({ href: address(page), title: page.title, sign: page.icon ? icon(page.icon) : letter(page.title), accent: look(page.area).accent });
  const home = { href: "/", title: text("today"), sign: icon("home") };
  const games = doors(pages);
  const area = games.length === 1 ? games[0].area : path.split("/")[1];
  const [first, ...own] = pages.filter(page => page.navigation && page.area === area);
  // The game's own address is that of its first part.
  if (own.length) return [home, ...own.map((page, index) => ({ ...way(page), also: index === 0 ? address(first) : "" }))];
  return [home, ...games.map(way), ...groups?.length ? [{ href: "/groups", title: text("groups"), sign: icon("people") }] : []];
}

/** Draws them into `nav`; each is `{ href, title, sign, accent }`. */
export function showParts(nav, parts, path, text) {
  const isMany = parts.length > room;
  behind = isMany ? parts.slice(room - 1) : [];
  const isHere = ({ href, also }) => path === href || path === also || (href !== "/" && path.startsWith(`${href}/`));
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

/** The button of the side menu (menu.js), which comes when it is opened. */
export function menuButton(page) {
  const open = button => import("/menu.js").then(menu => menu.openMenu(page, button)).catch(() => null);
  return element("button", { type: "button", class: "plain menu-button", "aria-label": page.text("menu"), "aria-haspopup": "dialog", onclick: event => open(event.currentTarget) }, icon("menu"));
}

/** The way out of a page where there is nothing. */
export function wayHome(text) {
  return element("p", { class: "row" }, element("a", { class: "button", href: "/" }, text("toHome")));
}

/** Where a page stands. */
export function address(page) {
  return `/${page.area}${page.path === "/" ? "" : page.path}`;
}

/** A page draws its own address and what lies below it, but for what another page of the area fits more closely. */
export function closest(pages, path) {
  const parts = path.slice(1).split("/");
  return pages.map(page => ({ page, ...fit(address(page).slice(1).split("/"), parts) }))
    .filter(found => found.length).sort((one, other) => other.length - one.length)[0];
}

// How many parts of an address a page's own has, and what stands for its parameters; nothing where it does not fit.
function fit(pattern, parts) {
  const parameters = {};
  for (const [index, part] of pattern.entries()) {
    const name = part.match(/^\{(\w+)\}$/)?.[1];
    if (name && parts[index]) parameters[name] = decodeURIComponent(parts[index]);
    else if (part !== parts[index]) return {};
  }
  return { length: pattern.length, parameters };
}

// The ways in lead from one step to the next: the parts of the app are not beside them.
const steps = /^\/(start|welcome|sign-in|login|register|verify|setup|code|undo|password\/(forgot|reset))(\/|$)/;

/** Whether a page is a step on the way in. The languages are one when nobody has come from the settings. */
export const isStep = (path, query) => steps.test(path) || path === "/language" && query !== "?back=%2Fsettings";
