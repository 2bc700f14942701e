import { crest } from "/signs.js";
import { element } from "/dom.js";
import { Part, style } from "/elements/part.js";

/**
 * The sign of a team or a group: its picture, or the initials of the name on a tone of its own.
 *
 * Attributes: `name`, `src`, `kind` (`team` for a shield), `size` (`small`, `large`).
 */
class Crest extends Part {
  static observedAttributes = ["name", "src", "kind"];

  draw() {
    this.ariaHidden = "true";
    this.replaceChildren(this.say("src") ? element("img", { class: "crest", src: this.say("src"), alt: "" }) : crest(this.say("name"), this.say("kind")));
  }
}

customElements.define("fh-crest", Crest);

style(`
fh-crest { --size: 3rem; display: inline-block; flex: none; inline-size: var(--size); block-size: var(--size); }
fh-crest[size=small] { --size: 2.25rem; }
fh-crest[size=large] { --size: 4.5rem; }
fh-crest > :is(*, .crest) { --size: inherit; inline-size: 100%; block-size: 100%; }
`);
