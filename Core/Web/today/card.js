// One card of today. What a source says of it is data, so that all look like one app: `section`, `key`, `heading`, `detail`, `badge`,
// `live`, `until` (an instant: the card counts down to it), `body` (a node of the source's own), `action` (`{ text, href }`).
import { accent } from "/colours.js";
import { element } from "/dom.js";
import { style } from "/elements/part.js";

const hour = 3600000;
const print = (card, isFirst) => JSON.stringify([{ ...card, body: undefined }, isFirst]);
// A body that its source keeps, and changes by itself, is the same whatever is in it by now.
const isSame = (node, card, isFirst) => node.print === print(card, isFirst) && (node.card.body === card.body || node.body === card.body?.outerHTML);

/** The node of a card: the one that is there already, unless the card says something else by now. */
export function cardNode(page, source, card, isFirst, cards) {
  const key = `${source.area} ${card.key}`;
  const found = [...cards.children].find(node => node.dataset.key === key);
  if (found && isSame(found, card, isFirst)) return found;
  if (found?.contains(document.activeElement)) return found;
  const made = draw(page, source, card, isFirst);
  Object.assign(made, { print: print(card, isFirst), body: card.body?.outerHTML, card });
  made.dataset.key = key;
  if (found) found.replaceWith(made);
  return made;
}

function draw(page, source, card, isFirst) {
  const label = card.until ? closes(page, card.until) : source.title;
  const node = element("fh-card", { icon: card.until ? "clock" : source.icon, label, badge: card.badge, live: Boolean(card.live), heading: card.heading, level: 3, strong: isFirst && Boolean(card.action) },
    card.body, card.detail && element("p", { class: "detail", dir: "auto" }, card.detail),
    card.action && element("p", { class: "actions" }, element("a", { class: isFirst ? "button" : "button plain", href: card.action.href }, card.action.text)));
  return accent(node, source.accent);
}

/** How long it is until then, in words. */
export function closes(page, until) {
  const left = Math.max(0, Date.parse(until) - Date.parse(page.instant()));
  const format = new Intl.RelativeTimeFormat(page.language, { numeric: "always" });
  const time = left < hour ? format.format(Math.ceil(left / 60000), "minute") : left < 48 * hour ? format.format(Math.round(left / hour), "hour") : format.format(Math.round(left / hour / 24), "day");
  return page.text("today.closes", { time });
}

/** Counts down; answers the sources of which a card has come to its end. */
export function tick(page, sources) {
  for (const node of /** @type {NodeListOf<any>} */ (document.querySelectorAll(".today fh-card"))) if (node.card?.until) node.setAttribute("label", closes(page, node.card.until));
  return sources.filter(source => source.cards?.some(card => card.until && Date.parse(card.until) <= Date.parse(page.instant())));
}

style(`
.day { margin-block-end: var(--space-4); }
.day h1 { margin-block-end: 0; }
.day p { margin: 0; }
.today { display: grid; gap: 0 var(--space-4); }
.today h2 { margin-block: 0 var(--space-2); font-size: var(--small); color: var(--soft); }
.today section:not([hidden]) ~ section h2, .today > div + div h2 { margin-block-start: var(--space-4); }
.today .detail { margin-block: var(--space-2) 0; }
.today .match :is(.home, .away) { flex-direction: column; font-size: var(--small); text-align: center; }
@media (min-width: 60rem) {
  .today:has(.today-changed:not([hidden])) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: start; }
  .today > div + div h2 { margin-block-start: 0; }
}
`);
