// Courses as files: GeoJSON (RFC 7946), whose baskets are points with the properties `hole`, `par` and `length` in metres; and CSV (RFC 4180)
// with the columns hole, par, length, latitude, longitude, of which the last three may be empty.
const columns = ["hole", "par", "length", "latitude", "longitude"];

export function toGeoJSON(course, layout) {
  const point = position => position ? { type: "Point", coordinates: [position.longitude, position.latitude] } : null;
  const features = layout.holes.map(hole => ({ type: "Feature", geometry: point(hole.basket),
    properties: { kind: "basket", hole: hole.number, par: hole.par, ...hole.length && { length: hole.length } } }));
  const start = { type: "Feature", geometry: point(course.position), properties: { kind: "course", name: course.name, layout: layout.name } };
  return JSON.stringify({ type: "FeatureCollection", features: [start, ...features] }, null, 2);
}

export function toCSV(layout) {
  const rows = layout.holes.map(hole => [hole.number, hole.par, hole.length ?? "", hole.basket?.latitude ?? "", hole.basket?.longitude ?? ""]);
  return [columns, ...rows].map(row => row.join(",")).join("\r\n") + "\r\n";
}

// A course from the text of a file: `{ name, layoutName, position, holes }`, without what the file does not say.
// Throws an Error for what is neither of the two.
export function read(text) {
  const found = text.trimStart().startsWith("{") ? fromGeoJSON(JSON.parse(text)) : fromCSV(text);
  if (!found.holes.length) throw new Error("no holes");
  return found;
}

const place = geometry => geometry?.type === "Point" ? { latitude: geometry.coordinates[1], longitude: geometry.coordinates[0] } : undefined;

function fromGeoJSON({ type, features }) {
  if (type !== "FeatureCollection") throw new Error("no collection of features");
  const start = features.find(feature => feature.properties?.kind === "course");
  const baskets = features.filter(feature => feature !== start && feature.properties?.hole);
  const holes = baskets.map(({ geometry, properties: { hole, par, length } }) => tidy({ number: Number(hole), par: Number(par ?? 3), length: length && Number(length), basket: place(geometry) }));
  return { name: start?.properties.name, layoutName: start?.properties.layout, position: place(start?.geometry), holes };
}

function fromCSV(text) {
  const [head, ...rows] = text.trim().split(/\r?\n/).map(line => line.split(",").map(value => value.trim().replace(/^"(.*)"$/, "$1")));
  const at = columns.map(name => head.findIndex(title => title.toLowerCase() === name));
  if (at[0] < 0 || at[1] < 0) throw new Error("no columns");
  return { holes: rows.map(row => {
    const [number, par, length, latitude, longitude] = at.map(index => row[index] ? Number(row[index]) : undefined);
    return tidy({ number, par, length, basket: latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined });
  }) };
}

const tidy = hole => Object.fromEntries(Object.entries(hole).filter(([, value]) => value));
