// A route on its own ground: no map of anybody's, no place on earth.
const names = "http://www.w3.org/2000/svg";

function node(name, attributes) {
  const made = document.createElementNS(names, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The points of each line, as `[[x, y], …]`. */
export const lines = shape => shape.lines.map(line => Array.from({ length: line.length / 2 }, (_, index) => [line[2 * index], line[2 * index + 1]]));

export function route(app, shape) {
  const edge = 60;
  const drawing = node("svg", { viewBox: `${-edge} ${-edge} ${shape.width + 2 * edge} ${shape.height + 2 * edge}`, class: "route", role: "img", "aria-label": app.text("routeOf") });
  for (const line of lines(shape)) {
    drawing.append(node("polyline", { points: line.map(point => point.join(",")).join(" "), class: "way" }));
    const [start, end] = [line[0], line[line.length - 1]];
    drawing.append(node("circle", { cx: start[0], cy: start[1], r: 18, class: "from" }), node("circle", { cx: end[0], cy: end[1], r: 18, class: "to" }));
  }
  const figure = app.element("figure", { class: "card ground" });
  figure.append(drawing, app.element("figcaption", { class: "muted" }, app.text("routeHides")));
  return figure;
}
