import { Part, style } from "/elements/part.js";

/**
 * Rows in one card: whatever the page puts into it, one row each; a link is a row that leads on.
 *
 * Attribute: `label`, by which screen readers name the list.
 */
class List extends Part {
  static observedAttributes = ["label"];

  build() {
    this.role = "list";
    this.observer = new MutationObserver(() => this.name());
    this.observer.observe(this, { childList: true });
  }

  draw() {
    this.ariaLabel = this.say("label") || null;
    this.name();
  }

  // A link stays a link: its row is the list's item.
  name() {
    for (const row of [...this.children]) {
      if (row.role === "listitem") continue;
      if (!row.matches("a, button")) {
        row.role = "listitem";
        continue;
      }
      const item = document.createElement("div");
      item.role = "listitem";
      row.replaceWith(item);
      item.append(row);
    }
  }
}

customElements.define("fh-list", List);

style(`
fh-list { display: block; background: var(--card); border: 1px solid var(--line); border-radius: var(--corner-card); box-shadow: var(--shadow); margin-block-end: var(--space-3); overflow: hidden; }
fh-list > * + * { border-block-start: 1px solid var(--line); }
fh-list > :not(:has(> :is(a, button):only-child)), fh-list > * > :is(a, button):only-child { display: flex; gap: var(--space-3); align-items: center; min-block-size: 3.5rem; padding: var(--space-2) var(--space-4); overflow-wrap: anywhere; }
fh-list > * > a { color: var(--ink); text-decoration: none; font-weight: 600; }
fh-list > * > a:hover { background: var(--ground); }
fh-list > * > a:focus-visible { outline-offset: -.2rem; }
fh-list .grow { flex: 1; min-inline-size: 0; display: grid; }
fh-list .grow small { color: var(--soft); font-weight: 400; font-size: var(--small); }
fh-card fh-list { border: 0; box-shadow: none; margin: 0 calc(-1 * var(--space-4)) calc(-1 * var(--space-4)); border-radius: 0 0 var(--corner-card) var(--corner-card); }
`);
