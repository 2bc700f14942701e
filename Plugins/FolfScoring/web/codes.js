// A link as a picture for phones to read, drawn from the lines of dark and light that the host reckons.
const space = "http://www.w3.org/2000/svg";
const edge = 4;

export async function qr(app, path, address, label) {
  const { lines } = await app.get(`${path}/qr?address=${encodeURIComponent(address)}`);
  const side = lines.length + 2 * edge;
  const drawing = document.createElementNS(space, "svg");
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges" })) {
    drawing.setAttribute(name, value);
  }
  const dark = lines.map((line, row) => [...line].map((module, column) => module === "1" ? `M${column + edge} ${row + edge}h1v1h-1z` : "").join("")).join("");
  for (const [d, className] of [[`M0 0h${side}v${side}H0z`, "light"], [dark, "dark"]]) {
    const part = document.createElementNS(space, "path");
    part.setAttribute("d", d);
    part.setAttribute("class", className);
    drawing.append(part);
  }
  return drawing;
}
