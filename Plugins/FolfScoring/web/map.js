// A course from above, on its own ground: tees and baskets at their places, and lines between them. Nothing is fetched for it.
import { number } from "./shared.js";

const name = "http://www.w3.org/2000/svg";
const edge = 12;
const wide = 320;

function draw(kind, attributes, ...children) {
  const node = document.createElementNS(name, kind);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Metres east and south of a first place: a map of a course is small enough to be flat.
function flat(first, { latitude, longitude }) {
  const metres = 111195;
  return [(longitude - first.longitude) * metres * Math.cos(first.latitude * Math.PI / 180), (first.latitude - latitude) * metres];
}

/** The map of holes, or null when fewer than two places are known. `here` is where somebody stands, `only` the position of one hole. */
export function map(app, holes, { start = null, here = null, only = null } = {}) {
  const shown = holes.map((hole, at) => ({ ...hole, at: at + 1 })).filter(hole => hole.basket && (!only || hole.at === only));
  const places = [start, here, ...shown.flatMap(hole => [hole.position, hole.basket])].filter(Boolean);
  if (places.length < 2) return null;
  const points = places.map(place => flat(places[0], place));
  const [left, top] = [0, 1].map(axis => Math.min(...points.map(point => point[axis])));
  const reach = Math.max(1, ...[0, 1].map((axis, index) => Math.max(...points.map(point => point[axis])) - [left, top][index]));
  const scale = (wide - 2 * edge) / reach;
  const at = place => {
    const [x, y] = flat(places[0], place);
    return [edge + (x - left) * scale, edge + (y - top) * scale].map(value => Math.round(value * 10) / 10);
  };
  const high = Math.max(...points.map(point => edge * 2 + (point[1] - top) * scale));
  const svg = draw("svg", { viewBox: `0 0 ${wide} ${Math.ceil(Math.max(60, high))}`, class: "map", role: "img", "aria-label": app.text("mapOf", { n: number(app, shown.length) }) });
  for (const hole of shown) {
    const basket = at(hole.basket);
    if (hole.position) {
      const tee = at(hole.position);
      svg.append(draw("line", { x1: tee[0], y1: tee[1], x2: basket[0], y2: basket[1], class: "way" }), draw("rect", { x: tee[0] - 3, y: tee[1] - 3, width: 6, height: 6, class: "pad" }));
    }
    svg.append(draw("circle", { cx: basket[0], cy: basket[1], r: 8, class: "basket" }), draw("text", { x: basket[0], y: basket[1] + 3.5, class: "sign" }, number(app, hole.number)));
  }
  if (start) svg.append(draw("circle", { cx: at(start)[0], cy: at(start)[1], r: 4, class: "start" }));
  if (here) svg.append(draw("circle", { cx: at(here)[0], cy: at(here)[1], r: 5, class: "here" }, draw("title", {}, app.text("hereIAm"))));
  return svg;
}

/** A hole of which nobody knows how it lies: tee and basket as far apart as it is long beside the longest one, or across where no length is known. */
export function sketch(app, hole, longest) {
  const [high, from] = [48, edge];
  const to = from + (wide - 2 * edge) * (hole.length && longest ? hole.length / longest : 1);
  const metres = hole.length && new Intl.NumberFormat(app.language, { style: "unit", unit: "meter" }).format(hole.length);
  const known = [app.text("parOf", { n: number(app, hole.par) }), metres].filter(Boolean).join(" · ");
  return draw("svg", { viewBox: `0 0 ${wide} ${high}`, class: "map", role: "img", "aria-label": app.text("sketchOf", { n: number(app, hole.number), known }) },
    draw("line", { x1: from, y1: high / 2, x2: to, y2: high / 2, class: "way" }),
    draw("rect", { x: from - 3, y: high / 2 - 3, width: 6, height: 6, class: "pad" }),
    draw("circle", { cx: to, cy: high / 2, r: 8, class: "basket" }), draw("text", { x: to, y: high / 2 + 3.5, class: "sign" }, number(app, hole.number)),
    draw("text", { x: wide / 2, y: high - 4, class: "known" }, known));
}
