// A chart of a season: the rank after each round as a line, the best at the top, over bars of the points of each round. What it shows
// stands in the table below it, too, so that nobody needs to see it.
const space = "http://www.w3.org/2000/svg";
// About as wide as on a phone, so that what is written in it can be read there.
const [width, height, edge] = [400, 190, 28];

function shape(name, attributes, ...children) {
  const node = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** `rounds` are `{ round, points, rank, ranked }` in their order; a round without a rank leaves a gap in the line. */
export function courseChart(rounds, label, number) {
  const step = (width - 2 * edge) / Math.max(rounds.length, 1);
  const [most, last] = [Math.max(1, ...rounds.map(({ points }) => points)), Math.max(2, ...rounds.map(({ rank, ranked }) => Math.max(rank ?? 0, ranked)))];
  const middle = index => edge + step * (index + 0.5);
  const level = rank => edge + (height - 2 * edge) * (rank - 1) / (last - 1);
  const bars = rounds.map(({ points }, index) => {
    const tall = (height - 2 * edge) * points / most;
    return shape("rect", { class: "bar-points", x: middle(index) - step * 0.35, y: height - edge - tall, width: step * 0.7, height: tall });
  });
  const known = rounds.map(({ rank }, index) => ({ rank, index })).filter(({ rank }) => rank);
  const line = shape("polyline", { class: "line-rank", points: known.map(({ rank, index }) => `${middle(index)},${level(rank)}`).join(" ") });
  const dots = known.map(({ rank, index }) => shape("circle", { class: "dot-rank", cx: middle(index), cy: level(rank), r: 4 }));
  const marks = [1, last].map(rank => shape("text", { x: 4, y: level(rank) + 5 }, number(rank)));
  return shape("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...bars, line, ...dots, ...marks);
}
