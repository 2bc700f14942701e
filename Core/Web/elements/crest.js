import { crest } from "/signs.js";
import { element } from "/dom.js";
import { Part, style } from "/elements/part.js";

/**
 * The sign of a team, a league or a group: its picture, or the initials of the name on a tone of its own, also when the picture does not come.
 *
 * Attributes: `name`, `src`, `kind` (`team` for a shield; `team` and `league` have a logo, of which all is shown), `size` (`small`, `large`).
 */
class Crest extends Part {
  static observedAttributes = ["name", "src", "kind"];

  draw() {
    this.ariaHidden = "true";
    this.replaceChildren(this.say("src") ? this.picture() : this.initials());
  }

  picture() {
    const picture = element("img", { class: "crest", loading: "lazy", width: 48, height: 48, alt: "", src: this.say("src"), onerror: () => {
      if (picture.parentNode === this) this.replaceChildren(this.initials());
    } });
    return picture;
  }

  initials() {
    return crest(this.say("name"), this.say("kind"));
  }
}

customElements.define("fh-crest", Crest);

style(`
fh-crest { --size: 3rem; display: inline-block; flex: none; inline-size: var(--size); block-size: var(--size); }
fh-crest[size=small] { --size: 2.25rem; }
fh-crest[size=large] { --size: 4.5rem; }
fh-crest > :is(*, .crest) { --size: inherit; inline-size: 100%; block-size: 100%; }
fh-crest[kind] > img.crest { object-fit: contain; padding: 10%; border-radius: 10%; }
`);
