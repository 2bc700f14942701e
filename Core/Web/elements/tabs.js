import { Part, style } from "/elements/part.js";

/**
 * The parts of a page, each a link with an address of its own, in one line that can be pushed aside. The one that is open has
 * `aria-current="page"`.
 *
 * Attribute: `label`, what the parts are of.
 */
class Tabs extends Part {
  /** @type {ResizeObserver} */
  seen;

  static observedAttributes = ["label"];

  build() {
    this.role = "navigation";
  }

  draw() {
    this.ariaLabel = this.say("label") || null;
    // It has its width once it is laid out, and another one where the screen is turned.
    this.seen ??= new ResizeObserver(() => this.show());
    this.seen.observe(this);
  }

  /** Brings the part that is open into the middle of the line; the page stays where it is. */
  show() {
    const open = this.querySelector("[aria-current]");
    if (!open) return;
    const [line, part] = [this.getBoundingClientRect(), open.getBoundingClientRect()];
    this.scrollLeft += part.left + part.width / 2 - line.left - line.width / 2;
  }
}

customElements.define("fh-tabs", Tabs);

style(`
fh-tabs { display: flex; gap: var(--space-2); overflow-x: auto; scrollbar-width: none; margin-inline: calc(-1 * var(--space-4)); padding: var(--space-1) var(--space-4); margin-block-end: var(--space-3); }
fh-tabs > a { flex: none; display: grid; place-items: center; min-block-size: var(--touch); padding-inline: var(--space-4); border-radius: var(--round); background: var(--card); border: 1px solid var(--line); color: var(--ink); font-weight: 600; text-decoration: none; white-space: nowrap; }
fh-tabs > a:hover { border-color: var(--brand); }
fh-tabs > a[aria-current] { background: var(--ink); border-color: var(--ink); color: var(--ground); }
`);
