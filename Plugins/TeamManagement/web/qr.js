// QR codes (ISO/IEC 18004): bytes, error correction L, versions 1 to 9, mask 0.
const names = "http://www.w3.org/2000/svg";

// Of each version: how many blocks there are, how many bytes of data in the shorter ones, how many blocks have one more, and how many bytes of correction each.
const versions = [[1, 19, 0, 7], [1, 34, 0, 10], [1, 55, 0, 15], [1, 80, 0, 20], [1, 108, 0, 26], [2, 68, 0, 18], [2, 78, 0, 20], [2, 97, 0, 24], [2, 116, 0, 30]];
const centres = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46]];

const [powers, logs] = [[], []];
for (let index = 0, value = 1; index < 255; index += 1) {
  [powers[index], logs[value]] = [value, index];
  value = value << 1 ^ (value > 127 ? 0x11d : 0);
}
const times = (one, other) => one && other ? powers[(logs[one] + logs[other]) % 255] : 0;

// The bytes of correction of a block (Reed and Solomon).
function correction(data, count) {
  let generator = [1];
  for (let index = 0; index < count; index += 1) {
    const next = [...generator, 0];
    generator.forEach((value, place) => { next[place + 1] ^= times(value, powers[index]); });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let index = 0; index < data.length; index += 1) {
    const factor = rest[index];
    generator.forEach((value, place) => { rest[index + place] ^= times(value, factor); });
  }
  return rest.slice(data.length);
}

// All bytes of a text in the order in which they are drawn.
function words(bytes, version) {
  const [blocks, size, , extra] = versions[version];
  const bits = [0, 1, 0, 0];
  const add = (value, count) => { for (let bit = count - 1; bit >= 0; bit -= 1) bits.push(value >> bit & 1); };
  add(bytes.length, 8);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, blocks * size * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let index = 0; index < bits.length; index += 8) data.push(Number.parseInt(bits.slice(index, index + 8).join(""), 2));
  for (let pad = 0xec; data.length < blocks * size; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = Array.from({ length: blocks }, (_, index) => data.slice(index * size, (index + 1) * size));
  const checks = parts.map(part => correction(part, extra));
  const mixed = (lists, length) => Array.from({ length }, (_, index) => lists.map(list => list[index])).flat();
  return [...mixed(parts, size), ...mixed(checks, extra)];
}

// What stands in the corners of version and format, with its correction.
function guarded(value, polynomial, count) {
  const width = 32 - Math.clz32(polynomial);
  let rest = value << count;
  for (let bit = 31 - Math.clz32(rest); bit >= width - 1; bit = 31 - Math.clz32(rest)) rest ^= polynomial << bit - width + 1;
  return value << count | rest;
}

/** The dark squares of a text, by rows; null for one that is too long. */
export function squares(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versions.findIndex(([blocks, size]) => bytes.length + 2 <= blocks * size);
  if (version < 0) return null;
  const side = 21 + 4 * version;
  const grid = Array.from({ length: side }, () => new Array(side).fill(null));
  const put = (row, column, value) => { if (row >= 0 && column >= 0 && row < side && column < side) grid[row][column] = value; };
  for (const [top, left] of [[0, 0], [0, side - 7], [side - 7, 0]]) {
    for (let row = -1; row < 8; row += 1) for (let column = -1; column < 8; column += 1) {
      const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
      put(top + row, left + column, ring !== 2 && ring !== 4);
    }
  }
  const around = version ? [6, ...centres[version]] : [];
  for (const middle of around) for (const centre of around) {
    if (grid[middle][centre] !== null) continue;
    for (let row = -2; row < 3; row += 1) for (let column = -2; column < 3; column += 1) put(middle + row, centre + column, Math.max(Math.abs(row), Math.abs(column)) !== 1);
  }
  for (let index = 8; index < side - 8; index += 1) grid[6][index] = grid[index][6] = index % 2 === 0;
  marks(grid, side, version);
  fill(grid, side, words(bytes, version));
  return grid;
}

function marks(grid, side, version) {
  // Correction L and mask 0.
  const format = guarded(8, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = (format >> bit & 1) === 1;
    grid[bit < 6 ? bit : bit < 8 ? bit + 1 : side - 15 + bit][8] = dark;
    grid[8][bit < 8 ? side - 1 - bit : bit < 9 ? 7 : 14 - bit] = dark;
  }
  grid[side - 8][8] = true;
  if (version < 6) return;
  const number = guarded(version + 1, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit += 1) {
    const [far, near] = [side - 11 + bit % 3, Math.floor(bit / 3)];
    grid[far][near] = grid[near][far] = (number >> bit & 1) === 1;
  }
}

// Two columns at a time, up and down, from the right; the mask turns every other square.
function fill(grid, side, data) {
  let [bit, up] = [0, true];
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step += 1) for (const column of [right, right - 1]) {
      const row = up ? side - 1 - step : step;
      if (grid[row][column] !== null) continue;
      const dark = (data[bit >> 3] >> 7 - bit % 8 & 1) === 1;
      grid[row][column] = dark !== ((row + column) % 2 === 0);
      bit += 1;
    }
    up = !up;
  }
}

/** A picture of a text, with a quiet border; nothing for a text that is too long. */
export function drawing(text, label) {
  const grid = squares(text);
  if (!grid) return null;
  const [side, node, path] = [grid.length + 8, document.createElementNS(names, "svg"), document.createElementNS(names, "path")];
  const lines = grid.flatMap((line, row) => line.map((dark, column) => dark ? `M${column + 4} ${row + 4}h1v1h-1z` : ""));
  for (const [key, value] of [["viewBox", `0 0 ${side} ${side}`], ["class", "code"], ["role", "img"], ["aria-label", label], ["shape-rendering", "crispEdges"]]) node.setAttribute(key, value);
  path.setAttribute("d", lines.join(""));
  node.append(path);
  return node;
}
