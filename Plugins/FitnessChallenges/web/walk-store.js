// The walk that is being recorded, on this device: it survives reloading and being without reception. Points are written in blocks, so that a
// long walk costs no more per point than a short one.
const head = "fitness-walk";
const size = 50;
const block = number => `${head}/${number}`;

/** The walk of a person that has not been sent; null without one. */
export function load(person) {
  const walk = JSON.parse(localStorage.getItem(head) ?? "null");
  if (!walk || walk.person !== person) return null;
  const points = [];
  for (let number = 0; ; number += 1) {
    const part = localStorage.getItem(block(number));
    if (!part) return { ...walk, points };
    points.push(...JSON.parse(part));
  }
}

export function begin(walk) {
  clear();
  localStorage.setItem(head, JSON.stringify(walk));
}

/** Keeps the newest point of all; null begins a segment. */
export function add(points) {
  const number = Math.floor((points.length - 1) / size);
  localStorage.setItem(block(number), JSON.stringify(points.slice(number * size)));
}

export function clear() {
  for (const key of Object.keys(localStorage)) if (key === head || key.startsWith(`${head}/`)) localStorage.removeItem(key);
}

/** The segments between the breaks, as the host takes them: at most so many points, evenly thinned. */
export function segments(points, most = 20000) {
  const step = Math.ceil(points.length / most);
  const found = [[]];
  for (const [index, point] of points.entries()) {
    if (point === null) found.push([]);
    else if (index % step === 0 || index === points.length - 1) found.at(-1).push(point);
  }
  return found.filter(segment => segment.length > 0);
}

/** The great-circle distance in metres between two points. */
export function between([north, east], [otherNorth, otherEast]) {
  const turn = degrees => degrees * Math.PI / 180;
  const chord = Math.sin(turn(otherNorth - north) / 2) ** 2 + Math.cos(turn(north)) * Math.cos(turn(otherNorth)) * Math.sin(turn(otherEast - east) / 2) ** 2;
  return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
