// A text as a picture for other phones to read (ISO/IEC 18004), made on this device, since it is for phones without a connection: bytes,
// error correction level Q, the smallest version that holds them.
const blocks = [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68];
const checks = [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const masks = [(x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

/** The modules, row by row: whether each is dark. With a `mask` from 0 to 7 that one is taken, else the one that is read most easily. */
export function modules(text, mask) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = blocks.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
  if (!version) throw new RangeError("too long for a QR code");
  const words = interleaved(data(bytes, version), version);
  const made = (mask === undefined ? masks.keys() : [mask]);
  return [...made].map(kind => draw(words, version, kind)).map(grid => ({ grid, cost: cost(grid) }))
    .reduce((one, other) => other.cost < one.cost ? other : one).grid;
}

/** The same as an SVG of the app's page. */
export function picture(text, label) {
  const grid = modules(text);
  const [edge, name] = [4, "http://www.w3.org/2000/svg"];
  const svg = document.createElementNS(name, "svg");
  const side = grid.length + 2 * edge;
  for (const [key, value] of Object.entries({ viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges" })) svg.setAttribute(key, value);
  const part = (path, fill) => {
    const node = document.createElementNS(name, "path");
    node.setAttribute("d", path);
    node.setAttribute("fill", fill);
    svg.append(node);
  };
  part(`M0 0h${side}v${side}H0z`, "#fff");
  part(grid.flatMap((row, y) => row.map((dark, x) => dark ? `M${x + edge} ${y + edge}h1v1h-1z` : "")).join(""), "#000");
  return svg;
}

const size = version => 17 + 4 * version;

// All bits that are not patterns, in whole bytes.
function total(version) {
  const side = size(version);
  const marks = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const alignment = marks ? (marks * marks - 3) * 25 - (marks - 2) * 2 * 5 : 0;
  return Math.floor((side * side - 3 * 64 - 2 * (side - 16) - 31 - alignment - (version >= 7 ? 36 : 0)) / 8);
}

const dataWords = version => total(version) - blocks[version - 1] * checks[version - 1];
const capacity = version => dataWords(version) - (version < 10 ? 2 : 3);

function data(bytes, version) {
  const bits = [];
  const put = (value, count) => { for (let at = count - 1; at >= 0; at--) bits.push(value >> at & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const wanted = dataWords(version) * 8;
  put(0, Math.min(4, wanted - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((all, bit) => all * 2 + bit, 0));
  for (let pad = 0xec; words.length < dataWords(version); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

// Multiplication in the field of 256 elements whose polynomial is x^8 + x^4 + x^3 + x^2 + 1.
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = product << 1 ^ (product >> 7) * 0x11d ^ (other >> bit & 1) * one;
  return product;
}

// The remainder by the generator whose roots are the first powers of 2 (Reed–Solomon).
function remainder(words, count) {
  const generator = [...Array(count - 1).fill(0), 1];
  let root = 1;
  for (let at = 0; at < count; at++) {
    for (let place = 0; place < count; place++) generator[place] = times(generator[place], root) ^ (generator[place + 1] ?? 0);
    root = times(root, 2);
  }
  const rest = Array(count).fill(0);
  for (const word of words) {
    const factor = word ^ rest.shift();
    rest.push(0);
    generator.forEach((part, place) => { rest[place] ^= times(part, factor); });
  }
  return rest;
}

function interleaved(words, version) {
  const [count, check] = [blocks[version - 1], checks[version - 1]];
  const short = Math.floor(words.length / count);
  const long = words.length % count;
  const parts = [];
  let at = 0;
  for (let block = 0; block < count; block++) {
    const length = short + (block >= count - long ? 1 : 0);
    parts.push(words.slice(at, at += length));
  }
  const codes = parts.map(part => remainder(part, check));
  const woven = list => Array.from({ length: Math.max(...list.map(part => part.length)) }, (_, place) => list.filter(part => place < part.length).map(part => part[place])).flat();
  return [...woven(parts), ...woven(codes)];
}

function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let place = size(version) - 7; places.length < count; place -= step) places.splice(1, 0, place);
  return places;
}

function draw(words, version, mask) {
  const side = size(version);
  const grid = Array.from({ length: side }, () => Array(side).fill(null));
  const set = (x, y, dark) => { if (grid[y]?.[x] !== undefined) grid[y][x] = Boolean(dark); };
  for (let at = 0; at < side; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (x, y, radius, light) => {
    for (let dy = -radius; dy <= radius; dy++) for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]]) square(x, y, 4, [2, 4]);
  const places = alignments(version);
  for (const x of places) {
    for (const y of places) {
      if (!(x === 6 && y === 6 || x === 6 && y === side - 7 || x === side - 7 && y === 6)) square(x, y, 2, [1]);
    }
  }
  format(set, side, mask);
  if (version >= 7) number(set, side, version);
  fill(grid, words, mask);
  return grid;
}

// Level Q is 3. The fifteen bits stand twice.
function format(set, side, mask) {
  const value = 3 << 3 | mask;
  let rest = value;
  for (let at = 0; at < 10; at++) rest = rest << 1 ^ (rest >> 9) * 0x537;
  const bits = (value << 10 | rest) ^ 0x5412;
  const bit = at => bits >> at & 1;
  for (let at = 0; at <= 5; at++) set(8, at, bit(at));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at));
  for (let at = 0; at < 8; at++) set(side - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at++) set(8, side - 15 + at, bit(at));
  set(8, side - 8, true);
}

function number(set, side, version) {
  let rest = version;
  for (let at = 0; at < 12; at++) rest = rest << 1 ^ (rest >> 11) * 0x1f25;
  const bits = version << 12 | rest;
  for (let at = 0; at < 18; at++) {
    const [x, y] = [side - 11 + at % 3, Math.floor(at / 3)];
    set(x, y, bits >> at & 1);
    set(y, x, bits >> at & 1);
  }
}

// From the lower right corner up and down in pairs of columns.
function fill(grid, words, mask) {
  const side = grid.length;
  let at = 0;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step++) {
      for (const x of [right, right - 1]) {
        const y = (right + 1 & 2) === 0 ? side - 1 - step : step;
        if (grid[y][x] !== null) continue;
        const bit = at < words.length * 8 ? words[at >> 3] >> 7 - (at & 7) & 1 : 0;
        at++;
        grid[y][x] = Boolean(bit ^ (masks[mask](x, y) === 0 ? 1 : 0));
      }
    }
  }
}

// How hard a pattern is to read, by the four rules of the standard.
function cost(grid) {
  const side = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map(row => row[x]))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map(dark => dark ? "1" : "0").join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const _ of text.matchAll(/(?=10111010000|00001011101)/g)) sum += 40;
  }
  for (let y = 0; y + 1 < side; y++) for (let x = 0; x + 1 < side; x++) if (grid[y][x] === grid[y][x + 1] && grid[y][x] === grid[y + 1][x] && grid[y][x] === grid[y + 1][x + 1]) sum += 3;
  const dark = grid.flat().filter(Boolean).length;
  return sum + Math.floor(Math.abs(dark * 20 - side * side * 10) / (side * side)) * 10;
}
