// How far the basket of a hole is from where this device is, and in which direction. Asked for on a tap alone, and told to nobody.
import { bearing, distance } from "./distance.js";
import { number } from "./shared.js";

const arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];

export function finder(app) {
  const told = app.element("strong", { role: "status" });
  const button = app.element("button", { type: "button", class: "plain", "aria-pressed": "false", onclick: () => watching === null ? begin() : stop() }, app.text("toBasket"));
  const node = app.element("p", { class: "row", hidden: true }, button, told);
  let [basket, place, watching] = [null, null, null];
  const draw = () => {
    node.hidden = !basket;
    if (!basket || !place) return void (told.textContent = "");
    const from = bearing(place, basket);
    const part = Math.round(from / 45) % 8;
    const metres = new Intl.NumberFormat(app.language, { style: "unit", unit: "meter", maximumFractionDigits: 0 }).format(distance(place, basket));
    told.textContent = `${metres} ${arrows[part]} ${app.text(`direction.${part}`)} (${number(app, Math.round(from) % 360)}°)`;
  };
  const begin = async () => {
    if (!await app.mayLocate(app.text("whyPlace.finder"))) return app.announce(app.text("noPlace"));
    if (watching !== null) return;
    button.setAttribute("aria-pressed", "true");
    watching = navigator.geolocation.watchPosition(({ coords }) => {
      place = coords;
      draw();
    }, ({ code, PERMISSION_DENIED }) => {
      // What the device does not know at the moment it may know in the next.
      if (code !== PERMISSION_DENIED) return;
      app.announce(app.text("noPlace"));
      stop();
    }, { enableHighAccuracy: true, maximumAge: 5000 });
  };
  const stop = () => {
    if (watching !== null) navigator.geolocation.clearWatch(watching);
    [watching, place] = [null, null];
    button.setAttribute("aria-pressed", "false");
    draw();
  };
  return { node, stop, show: hole => {
    basket = hole.basket ?? null;
    draw();
  } };
}
