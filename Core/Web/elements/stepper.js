import { element } from "/dom.js";
import { icon } from "/signs.js";
import { Part, style } from "/elements/part.js";

// So far the figure is drawn, or the wheel turned, for one more or less, in pixels.
const [pace, notch] = [24, 40];

/**
 * A count that is entered with a thumb: the figure, and a button above and below it. Keys: the arrows, Page Up and Page Down, Home and
 * End, digits, Backspace. In a form it is a field with a `name`; without a `value` it is empty, and a form that needs it says so.
 * Tells of each change with `input`.
 *
 * Attributes: `name`, `label`, `more` and `less` (what the buttons do, for screen readers), `value`, `min` (0), `max` (99),
 * `required`, `disabled`; `scrolls`, which stays as it is: the figure follows what draws it up and down, and a wheel while it has the focus.
 */
class Stepper extends Part {
  static formAssociated = true;
  static observedAttributes = ["label", "value", "disabled"];

  constructor() {
    super();
    this.internals = this.attachInternals();
  }

  get least() { return Number(this.getAttribute("min") ?? 0); }
  get most() { return Number(this.getAttribute("max") ?? 99); }
  get value() { return this.say("value") === "" ? null : Number(this.say("value")); }

  set value(value) {
    if (value === null) this.removeAttribute("value");
    else this.setAttribute("value", String(Math.min(this.most, Math.max(this.least, value))));
  }

  build() {
    const button = (step, name, sign) => element("button", { type: "button", tabindex: -1, "aria-label": this.say(name) || null, onclick: () => this.step(step) }, icon(sign));
    this.figure = element("span", { role: "spinbutton", tabindex: 0, onkeydown: event => this.press(event) });
    this.buttons = [button(1, "more", "plus"), button(-1, "less", "minus")];
    this.replaceChildren(this.buttons[0], this.figure, this.buttons[1]);
    if (this.hasAttribute("scrolls")) this.follow(this.figure);
    this.adopt("value");
  }

  // Drawn up or turned away from oneself it grows. The page stays where it is meanwhile.
  follow(figure) {
    let [from, turned] = [null, 0];
    figure.addEventListener("pointerdown", event => {
      from = event.clientY;
      figure.setPointerCapture(event.pointerId);
    });
    figure.addEventListener("pointermove", event => {
      const steps = from === null ? 0 : Math.trunc((from - event.clientY) / pace);
      if (!steps) return;
      from -= steps * pace;
      this.step(steps);
    });
    for (const end of ["pointerup", "pointercancel"]) figure.addEventListener(end, () => { from = null; });
    figure.addEventListener("wheel", event => {
      if (document.activeElement !== figure) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < notch) return;
      this.step(-Math.sign(turned));
      turned = 0;
    }, { passive: false });
  }

  draw() {
    const [value, isOff] = [this.value, this.hasAttribute("disabled")];
    this.figure.textContent = value === null ? "–" : new Intl.NumberFormat(document.documentElement.lang).format(value);
    const said = { "aria-label": this.say("label"), "aria-valuemin": this.least, "aria-valuemax": this.most, "aria-valuenow": value, "aria-disabled": isOff || null, "aria-required": this.hasAttribute("required") || null };
    for (const [name, says] of Object.entries(said)) says === null ? this.figure.removeAttribute(name) : this.figure.setAttribute(name, says);
    this.buttons[0].disabled = isOff || value === this.most;
    this.buttons[1].disabled = isOff || value === this.least;
    this.internals.setFormValue(value === null ? null : String(value));
    const isMissing = this.hasAttribute("required") && value === null;
    this.internals.setValidity(isMissing ? { valueMissing: true } : {}, isMissing ? this.say("label") || "–" : "", this.figure);
  }

  // The first press of an empty one is the least there is.
  step(by) {
    if (this.hasAttribute("disabled")) return;
    this.value = this.value === null ? this.least : this.value + by;
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  press(event) {
    // Forward is where the text runs.
    const forward = getComputedStyle(this).direction === "rtl" ? -1 : 1;
    const steps = { ArrowUp: 1, ArrowRight: forward, ArrowDown: -1, ArrowLeft: -forward, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
    if (event.key in steps) this.step(steps[event.key]);
    else if (/^\d$/.test(event.key)) this.type(Number(event.key));
    else if (event.key === "Backspace") this.enter(this.value >= 10 ? Math.floor(this.value / 10) : null);
    else return;
    event.preventDefault();
  }

  // Digits add up while they fit; the next one begins anew.
  type(digit) {
    const next = (this.value ?? 0) * 10 + digit;
    this.enter(next <= this.most ? next : digit);
  }

  enter(value) {
    if (this.hasAttribute("disabled")) return;
    this.value = value;
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

customElements.define("fh-stepper", Stepper);

style(`
fh-stepper { display: inline-grid; inline-size: 4.5rem; border: 1px solid var(--line); border-radius: var(--corner-card); background: var(--ground); overflow: hidden; }
fh-stepper > button { min-block-size: var(--touch); border: 0; border-radius: 0; background: none; color: var(--soft); padding: 0; }
fh-stepper > button:hover:not([disabled]) { color: var(--brand); background: var(--tint); }
fh-stepper > span { display: grid; place-items: center; min-block-size: var(--touch); font-size: var(--display); font-weight: 800; line-height: 1; font-variant-numeric: tabular-nums; unicode-bidi: isolate; cursor: default; }
fh-stepper > span:focus-visible { outline-offset: -.2rem; border-radius: var(--corner); }
fh-stepper[scrolls] > span { touch-action: none; user-select: none; cursor: ns-resize; }
fh-stepper[disabled] > span { color: var(--soft); }
`);
