import { element } from "/dom.js";
import { icon } from "/signs.js";
import { Part, style } from "/elements/part.js";

/**
 * A card: a line that says what kind of thing it is, a heading, and what the page puts into it.
 *
 * Attributes: `icon` (a name of the icon set), `label`, `badge`, `live` (the badge tells of something that goes on), `heading`,
 * `level` (of the heading, 2 unless given), `strong` (filled with the accent: the one thing to do next), `waiting` (a skeleton).
 */
class Card extends Part {
  static observedAttributes = ["icon", "label", "badge", "live", "heading", "waiting"];

  build() {
    this.line = element("p", { class: "line" });
    this.head = element(`h${this.getAttribute("level") ?? 2}`, {});
    this.prepend(this.line, this.head);
  }

  draw() {
    const [label, badge, heading, sign] = ["label", "badge", "heading", "icon"].map(name => this.say(name));
    this.line.replaceChildren(...[sign && icon(sign), label && element("span", { class: "label" }, label),
      badge && element("span", { class: this.hasAttribute("live") ? "pill live" : "pill" }, badge)].filter(Boolean));
    this.line.hidden = !this.line.children.length;
    this.head.textContent = heading;
    this.head.dir = "auto";
    this.head.hidden = !heading;
    this.ariaBusy = this.hasAttribute("waiting") ? "true" : null;
  }
}

customElements.define("fh-card", Card);

style(`
fh-card { display: block; background: var(--card); border: 1px solid var(--line); border-radius: var(--corner-card); box-shadow: var(--shadow); padding: var(--space-4); margin-block-end: var(--space-3); overflow-wrap: anywhere; }
fh-card > .line { display: flex; gap: var(--space-2); align-items: center; margin: 0 0 var(--space-2); color: var(--brand); font-size: var(--small); font-weight: 600; }
fh-card > .line .icon { inline-size: 1.25rem; block-size: 1.25rem; }
fh-card > .line .pill { margin-inline-start: auto; }
fh-card > :is(h2, h3) { margin: 0 0 var(--space-2); font-size: var(--large); line-height: 1.25; }
fh-card > p { margin-block: var(--space-1); }
fh-card > .actions { display: flex; flex-wrap: wrap; gap: var(--space-2); margin-block: var(--space-3) 0; }
fh-card > .actions > * { flex: 1 1 auto; border-radius: var(--round); }
.pill { border-radius: var(--round); background: var(--ground); color: var(--soft); padding: .1rem .6rem; font-size: var(--small); font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.pill.live { color: var(--live); background: color-mix(in srgb, var(--live) 10%, var(--card)); }
fh-card[strong] { background: var(--brand); border-color: var(--brand); color: var(--on-brand); }
fh-card[strong] > .line, fh-card[strong] .muted { color: inherit; }
fh-card[strong] .button { background: var(--card); color: var(--brand); border-color: var(--card); }
fh-card[strong] .pill { background: var(--card); color: var(--brand); }
fh-card[strong] :focus-visible { outline-color: var(--on-brand); }
fh-card[waiting] { min-block-size: 8rem; background: linear-gradient(100deg, var(--card) 30%, var(--ground) 50%, var(--card) 70%); }
@media (prefers-reduced-motion: no-preference) { fh-card[waiting] { animation: fh-wait 1s ease-in-out infinite alternate; } }
@keyframes fh-wait { to { opacity: .5; } }
@media (forced-colors: active) { fh-card[strong] { border-width: .2rem; } }
`);
