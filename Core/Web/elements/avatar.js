import { crest } from "/signs.js";
import { element } from "/dom.js";
import { Part, style } from "/elements/part.js";

/**
 * A person's picture, or the initials of the name on a tone of its own. It stands beside the name, so screen readers pass it by.
 *
 * Attributes: `name`, `src`, `size` (`small`, `large`).
 */
class Avatar extends Part {
  static observedAttributes = ["name", "src"];

  draw() {
    this.ariaHidden = "true";
    this.replaceChildren(this.say("src") ? element("img", { src: this.say("src"), alt: "" }) : crest(this.say("name"), "round"));
  }
}

customElements.define("fh-avatar", Avatar);

style(`
fh-avatar { --size: 3rem; display: inline-block; flex: none; inline-size: var(--size); block-size: var(--size); }
fh-avatar[size=small] { --size: 2.25rem; }
fh-avatar[size=large] { --size: 4.5rem; }
fh-avatar > :is(*, .crest) { --size: inherit; inline-size: 100%; block-size: 100%; border-radius: 50%; object-fit: cover; }
`);
