import { element } from "/dom.js";
import { icon } from "/signs.js";
import { Part, style } from "/elements/part.js";

/**
 * Says what a place is for while nothing is in it; the page puts the one next step into it.
 *
 * Attributes: `icon`, `heading`, `detail`.
 */
class Empty extends Part {
  static observedAttributes = ["icon", "heading", "detail"];

  build() {
    this.said = element("div", {});
    this.prepend(this.said);
  }

  draw() {
    this.said.replaceChildren(...[element("span", { class: "sign" }, icon(this.say("icon") || "star")),
      this.say("heading") && element("h2", {}, this.say("heading")), this.say("detail") && element("p", {}, this.say("detail"))].filter(Boolean));
  }
}

customElements.define("fh-empty", Empty);

style(`
fh-empty { display: grid; justify-items: center; text-align: center; gap: var(--space-3); padding: var(--space-6) var(--space-4); border: 1px dashed var(--line); border-radius: var(--corner-card); margin-block-end: var(--space-3); }
fh-empty .sign { display: inline-grid; place-items: center; inline-size: 3.5rem; block-size: 3.5rem; border-radius: 50%; background: var(--tint); color: var(--brand); }
fh-empty h2 { margin: var(--space-3) 0 var(--space-1); font-size: var(--large); }
fh-empty p { margin: 0; color: var(--soft); max-inline-size: 30rem; }
`);
