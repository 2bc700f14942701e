// Which country somebody is in, reckoned on the device from a table of towns: the place goes nowhere.
import { towns } from "/towns.js";

// The earth's mean radius, and how far from every town is no country's ground, in kilometres.
const [radius, farthest] = [6371, 800];
const radians = degrees => degrees * Math.PI / 180;

/** How far apart two places are along a great circle, in kilometres (haversine formula). */
export function kilometres(one, other) {
  const [up, across] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const half = Math.sin(up / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(across / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The ISO 3166-1 code of the country of the nearest town, a proposal: near a border it may be that of the other side. Null far from all of them. */
export function countryAt(place) {
  let [nearest, code] = [farthest, null];
  for (const line of towns.trim().split("\n")) {
    const [country, ...points] = line.split(" ");
    for (const point of points) {
      const [latitude, longitude] = point.split(",").map(Number);
      const distance = kilometres(place, { latitude, longitude });
      if (distance < nearest) [nearest, code] = [distance, country];
    }
  }
  return code;
}
