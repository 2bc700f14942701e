import { element } from "/dom.js";
import { icon } from "/signs.js";
import { Part, style } from "/elements/part.js";

/**
 * Something to decide over the page: opened with `ask()`, whose promise has the `value` of the button that closed it, or "" when it was
 * left with Escape or by its sign. What had the focus has it again. The page puts the content into it, with buttons that have a `value`.
 *
 * Attributes: `heading`, `leave` (what the sign to close it is called).
 */
class Dialog extends Part {
  static observedAttributes = ["heading"];

  build() {
    this.head = element("h2", {});
    const leave = element("button", { type: "button", class: "plain leave", "aria-label": this.say("leave") || null, onclick: () => this.box.close("") }, icon("close"));
    const content = [...this.childNodes];
    this.box = element("dialog", { onclick: event => this.decide(event) }, element("header", {}, this.head, leave), content);
    this.replaceChildren(this.box);
  }

  draw() {
    this.head.textContent = this.say("heading");
    this.box.ariaLabel = this.say("heading");
  }

  decide(event) {
    const button = event.target.closest("button[value]");
    if (button) this.box.close(button.value);
  }

  ask() {
    this.box.returnValue = "";
    this.box.showModal();
    return new Promise(resolve => this.box.addEventListener("close", () => resolve(this.box.returnValue), { once: true }));
  }
}

customElements.define("fh-dialog", Dialog);

style(`
fh-dialog > dialog { inline-size: min(30rem, calc(100vw - 2rem)); padding: var(--space-4); }
fh-dialog > dialog::backdrop { background: var(--shade); }
fh-dialog header { display: flex; gap: var(--space-3); align-items: start; margin-block-end: var(--space-3); }
fh-dialog header h2 { flex: 1; margin: var(--space-2) 0 0; font-size: var(--large); }
fh-dialog .leave { border-color: transparent; padding: 0; flex: none; }
fh-dialog .actions { display: flex; flex-wrap: wrap; gap: var(--space-2); justify-content: end; margin-block-start: var(--space-4); }
`);
