import { Part, style } from "/elements/part.js";

/**
 * What has just happened, said once at the lower edge, and to screen readers; a page says it with `app.announce(text)`.
 *
 * Property: `say(text)` is the attribute of that name; `show(text)` says it for four seconds.
 */
class Toast extends Part {
  build() {
    this.role = "status";
    this.ariaLive = "polite";
  }

  show(text) {
    this.textContent = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.textContent = ""; }, 4000);
  }
}

customElements.define("fh-toast", Toast);

style(`
fh-toast { position: fixed; z-index: 8; inset-block-end: 5rem; inset-inline: var(--space-4); margin: auto; inline-size: fit-content; max-inline-size: 90vw; background: var(--ink); color: var(--ground); padding: var(--space-2) var(--space-4); border-radius: var(--corner); overflow-wrap: anywhere; }
fh-toast:empty { display: none; }
`);
