// How many entries wait, in the bar of every page: it leads to them.
import { list, onChange } from "/queue/queue.js";
import { element, replace } from "/dom.js";
import { icon } from "/signs.js";

let isShown = false;

/** Shows it from now on, in the words of `text`. */
export function showQueue(text) {
  if (isShown) return;
  isShown = true;
  const place = document.getElementById("queue");
  const draw = async () => {
    const entries = await list();
    const refused = entries.filter(entry => entry.refusal).length;
    const words = [refused && text("queue.refused", { n: refused }), entries.length > refused && text("queue.waiting", { n: entries.length - refused })];
    place.hidden = !entries.length;
    place.classList.toggle("refused", refused > 0);
    const said = words.filter(Boolean).join(" · ");
    if (place.dataset.said === said) return;
    place.dataset.said = said;
    replace(place, element("a", { href: "/queue" }, icon("send"), element("span", {}, said)));
  };
  onChange(draw);
  draw();
}
