// The first tour: pop-ups over the page, which people swipe through, while the part of the app that they tell of is left bright.
import { get, put } from "/api.js";
import { element, replace } from "/dom.js";

const key = "tour-seen";
const room = 6;

// Whether it is to come by itself: to an account once, and to a device once, whoever uses it.
export async function isDue(me) {
  const wasHere = Boolean(localStorage.getItem(key));
  if (!me) return !wasHere;
  const { seenAt } = await get("/v1/content/tour");
  if (!seenAt && wasHere) await put("/v1/content/tour");
  return !seenAt && !wasHere;
}

// However it ends it has been seen. Without a connection the account learns of it when it is next asked.
async function note(me) {
  localStorage.setItem(key, "yes");
  if (me) await put("/v1/content/tour").catch(() => null);
}

// Shows it; ends once it is closed.
export function showTour({ me, text, steps }) {
  if (document.querySelector("dialog.tour")) return Promise.resolve();
  return new Promise(resolve => new Tour(text, steps.filter(({ at }) => !at || at()), async () => {
    await note(me);
    resolve();
  }).open());
}

class Tour {
  constructor(text, steps, end) {
    this.text = text;
    this.steps = steps;
    this.end = end;
    this.index = -1;
    /** @type {any} */
    this.before = document.activeElement;
    this.light = element("div", { class: "light", "aria-hidden": "true" });
    this.slides = steps.map(({ title, words, said = [text(title), text(words)] }) =>
      element("section", { class: "slide" }, element("h2", { dir: "auto" }, said[0]), element("p", { dir: "auto" }, said[1])));
    this.track = element("div", { class: "track", onscroll: () => this.look() }, this.slides);
    this.count = element("p", { class: "muted" });
    this.said = element("p", { class: "off-screen", "aria-live": "polite" });
    this.back = element("button", { type: "button", class: "plain", onclick: () => this.turn(this.index - 1) }, text("back"));
    this.next = element("button", { type: "button", onclick: () => this.onward() });
    this.skip = element("button", { type: "button", class: "plain", onclick: () => this.dialog.close() }, text("tour.skip"));
    this.card = element("div", { class: "card" }, this.track, this.count, this.said, element("p", { class: "row" }, this.back, this.next, this.skip));
    this.dialog = element("dialog", { class: "tour", "aria-label": text("tour"), onclose: () => this.close(), onkeydown: event => this.press(event) }, this.light, this.card);
    this.place = () => this.shine();
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    addEventListener("resize", this.place);
    this.show(0);
    this.next.focus();
  }

  // Escape closes it too.
  close() {
    removeEventListener("resize", this.place);
    this.dialog.remove();
    this.before?.focus?.({ preventScroll: true });
    this.end();
  }

  onward() {
    if (this.index === this.steps.length - 1) this.dialog.close();
    else this.turn(this.index + 1);
  }

  // The arrows go as the writing does.
  press(event) {
    const ahead = getComputedStyle(this.dialog).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    this.turn(this.index + (event.key === ahead ? 1 : -1));
  }

  // Moves as a finger would; what is shown follows from where the slides are.
  turn(index) {
    const slide = this.slides[index];
    if (!slide) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    slide.scrollIntoView({ block: "nearest", inline: "start", behavior: calm ? "instant" : "smooth" });
  }

  // A scroll may be told after the track has left the page, when it has no width, or beyond its last slide.
  look() {
    const width = this.track.clientWidth;
    if (!width) return;
    const index = Math.min(Math.round(Math.abs(this.track.scrollLeft) / width), this.slides.length - 1);
    if (index !== this.index) this.show(index);
  }

  show(index) {
    this.index = index;
    const [first, last] = [index === 0, index === this.steps.length - 1];
    this.slides.forEach((slide, at) => { slide.inert = at !== index; });
    this.back.disabled = first;
    this.next.textContent = this.text(last ? "tour.done" : "tour.next");
    this.skip.hidden = last;
    if (document.activeElement === document.body || this.dialog === document.activeElement) this.next.focus();
    this.count.textContent = this.text("tour.step", { n: index + 1, of: this.steps.length });
    replace(this.said, this.slides[index].innerText, " ", this.count.textContent);
    this.shine();
  }

  // Leaves the part bright that a step tells of; the words stand where it is not.
  shine() {
    const target = this.steps[this.index].at?.();
    target?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = target?.getBoundingClientRect();
    this.dialog.classList.toggle("bright", Boolean(box));
    this.dialog.classList.toggle("above", Boolean(box) && box.top + box.height / 2 > innerHeight / 2);
    if (!box) return;
    const style = { left: box.left - room, top: box.top - room, width: box.width + 2 * room, height: box.height + 2 * room };
    for (const [name, value] of Object.entries(style)) this.light.style[name] = `${value}px`;
  }
}
