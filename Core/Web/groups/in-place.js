// Changes of what is shown while somebody looks at it.
import { element, replace } from "/dom.js";
import { action } from "/account/form.js";

// Brings a list up to date in place: a line that has not changed stays the same, with the focus in it.
export function bring(list, items, key, draw) {
  const old = new Map([...list.children].map(node => [node.dataset.key, node]));
  const nodes = items.map(item => {
    const [id, mark] = [key(item), JSON.stringify(item)];
    if (old.get(id)?.mark === mark) return old.get(id);
    const node = draw(item);
    node.mark = mark;
    node.dataset.key = id;
    return node;
  });
  const focused = [...list.children].find(node => node.contains(document.activeElement))?.dataset.key;
  const kept = new Set(nodes);
  for (const node of [...list.children]) if (!kept.has(node)) node.remove();
  nodes.forEach((node, index) => { if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null); });
  const now = focused && nodes.find(node => node.dataset.key === focused);
  if (now && !now.contains(document.activeElement)) now.querySelector("button, a")?.focus();
}

// A part of a page with a list under a title that shows only where there is something in it; `draw` brings it up to date.
export function listPart(title, load, key, line) {
  const list = element("ul", { class: "people" });
  const node = element("section", { hidden: true }, element("h2", {}, title), list);
  const draw = async () => {
    const items = await load();
    bring(list, items, key, line);
    node.hidden = items.length === 0;
  };
  return { node, draw };
}

// A button that asks once more before it does what is hard to take back. Where a question is open, `isAsked` says so of what
// it stands in; `closed` is told when it was taken back.
export function twice(page, label, question, run, closed = () => null) {
  const place = element("span", { class: "row" });
  const cancel = async () => {
    begin();
    place.querySelector("button").focus();
    await closed();
  };
  const ask = () => {
    place.dataset.asked = "yes";
    replace(place, element("span", {}, question), action(page, page.text("yes"), run, "danger"), action(page, page.text("cancel"), cancel));
    place.querySelector("button").focus();
  };
  const begin = () => {
    delete place.dataset.asked;
    replace(place, action(page, label, ask));
  };
  begin();
  return place;
}

export const isAsked = node => Boolean(node.querySelector("[data-asked]"));

// Draws one time after the other, so that what was read first is never shown last; all that ask while it draws are served
// by drawing once more.
export function inTurn(draw) {
  /** @type {Promise<any>} */
  let last = Promise.resolve();
  let isWaiting = false;
  return () => {
    if (isWaiting) return last;
    isWaiting = true;
    last = last.catch(() => null).then(() => {
      isWaiting = false;
      return draw();
    });
    return last;
  };
}
