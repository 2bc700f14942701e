// The keys of the card, so that no keyboard of the device covers it.
import { toPar } from "./shared.js";

const names = { "-3": "albatross", "-2": "eagle", "-1": "birdie", 0: "par", 1: "bogey", 2: "double" };

export function nameOf(app, value, par) {
  if (value === 1) return app.text("ace");
  const name = names[value - par];
  return name ? app.text(name) : "";
}

// `enter` gets the throws, 0 to take a score back; `add` one throw more; `turn` changes the order of entering.
export function keypad(app, { enter, add, turn }) {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(value => {
    const name = app.element("span", { class: "name" });
    const key = app.element("button", { type: "button", class: "key", onclick: () => enter(value) },
      app.element("span", { class: "figure" }, new Intl.NumberFormat(app.language).format(value)), name);
    return { value, key, name };
  });
  const more = app.element("button", { type: "button", class: "key", onclick: add, "aria-label": app.text("oneMore") },
    app.element("span", { class: "figure" }, toPar(app, 1)), app.element("span", { class: "name" }, app.text("penalty")));
  const none = app.element("button", { type: "button", class: "key", onclick: () => enter(0), "aria-label": app.text("noScore") },
    app.element("span", { class: "figure" }, new Intl.NumberFormat(app.language).format(0)), app.element("span", { class: "name" }, app.text("clear")));
  const order = app.element("button", { type: "button", class: "key", onclick: turn, title: app.text("orderHelp") },
    app.element("span", { class: "figure", "aria-hidden": "true" }), app.element("span", { class: "name" }));
  const show = (par, value, isAcross) => {
    for (const one of numbers) {
      one.name.textContent = nameOf(app, one.value, par);
      one.key.classList.toggle("par", one.value === par);
      one.key.setAttribute("aria-pressed", String(one.value === value));
    }
    order.firstChild.textContent = isAcross ? "⇉" : "⇊";
    order.lastChild.textContent = app.text(isAcross ? "across" : "down");
  };
  const keys = app.element("div", { class: "keypad", role: "group", "aria-label": app.text("keypad") },
    numbers.map(({ key }) => key), more, none, order);
  return { keys, show };
}
