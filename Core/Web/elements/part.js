// What the elements share: each is one file with its style, draws itself once it stands in a page and again when one of its attributes
// changes, and leaves what a page puts into it where it is. Styles go in as sheets, which the strict policy allows.
export class Part extends HTMLElement {
  connectedCallback() {
    if (!this.isBuilt) this.build();
    this.isBuilt = true;
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isBuilt) this.draw();
  }

  /** Takes a property over that a page gave before this script was there. */
  adopt(name) {
    if (!Object.hasOwn(this, name)) return;
    const given = this[name];
    delete this[name];
    this[name] = given;
  }

  build() {}

  draw() {}

  /** What an attribute says, or nothing. */
  say(name) {
    return this.getAttribute(name) ?? "";
  }
}

export function style(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
