// The distance between two places on the ground, in metres, along a great circle of a sphere of the earth's mean radius (haversine
// formula; R. W. Sinnott, "Virtues of the haversine", 1984): off by 0.5 % at most.
const radius = 6371008.8;
const radians = degrees => degrees * Math.PI / 180;

export function distance(one, other) {
  if (!one || !other) return null;
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const part = Math.sin(north / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(part)));
}

// The direction in which one sets out from a place to another, in degrees from north to the east, 0 to 360.
export function bearing(one, other) {
  const east = radians(other.longitude - one.longitude);
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const angle = Math.atan2(Math.sin(east) * Math.cos(to), Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(east));
  return (angle * 180 / Math.PI + 360) % 360;
}
