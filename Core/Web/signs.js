// Signs of things: icons of the shell, drawn in one style, and the initials of what has no picture, on a tone of its own.
import { element } from "/dom.js";

// Lines in a field of 24 by 24. Manifests name them for their pages; whoever adds one adds it to manifests/plugin.schema.json as well.
export const icons = {
  home: ["M4 11 12 4l8 7", "M6 10v10h12V10", "M10 20v-5h4v5"],
  bell: ["M6 17V10a6 6 0 0 1 12 0v7l2 1.5H4z", "M10 21.5h4"],
  people: ["M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z", "M2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6", "M16 4.5a3.5 3.5 0 0 1 0 6.5", "M18 14.5c2 .8 3.2 2.7 3.5 5.5"],
  person: ["M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M4.5 21c.5-4.6 3.4-7 7.5-7s7 2.4 7.5 7"],
  ball: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "m12 8 3.8 2.8-1.5 4.4H9.7l-1.5-4.4z", "M12 3v5M3.6 9.5l4.6 1.3M20.4 9.5l-4.6 1.3M6.7 19.3l3-4.1M17.3 19.3l-3-4.1"],
  disc: ["M3 9.5C3 7 7 5 12 5s9 2 9 4.5-4 4.5-9 4.5-9-2-9-4.5z", "M3 9.5V13c0 2.5 4 4.5 9 4.5s9-2 9-4.5V9.5", "M8 9.5h8"],
  target: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z", "M12 12h.01"],
  walk: ["M13 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z", "m12.5 8-2.5 6 4 3 1 5", "m10.5 14-1.5 4-3 4", "M8 12l1.5-3 3-1 2.5 3.5 3 1"],
  run: ["M15 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z", "M7 9.5 10.5 7l4 1.5-3 5 4 3-1 5", "m11 15-3 4H4", "m14.5 9.5 2 2.5H20"],
  bike: ["M6 19a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z", "M18 19a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z", "M6 15.5 9.5 8h6l2.5 7.5", "m9.5 8 4 7.5H6", "M14 5h2.5"],
  dumbbell: ["M7 7v10M4 9v6M17 7v10M20 9v6M7 12h10"],
  whistle: ["M3 9h10l7-3v5l-5 1.5a5.5 5.5 0 1 1-9-1.5L3 11z", "M9.5 15.5h.01"],
  trophy: ["M7 4h10v5a5 5 0 0 1-10 0z", "M7 6H4c0 3 1 4.5 3.5 5M17 6h3c0 3-1 4.5-3.5 5", "M12 14v4M8 21h8M9.5 18h5"],
  medal: ["M12 21a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z", "M8.5 11 5 3h5l2 5 2-5h5l-3.5 8"],
  flag: ["M6 21V4M6 4.5c4-2 8 2 12 0V13c-4 2-8-2-12 0"],
  calendar: ["M4 6h16v14H4z", "M4 10h16M8 3v4M16 3v4"],
  clock: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M12 7v5l3.5 2"],
  pin: ["M12 21c4.5-5 7-8 7-11.5a7 7 0 0 0-14 0C5 13 7.5 16 12 21z", "M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"],
  map: ["m3 6 6-2 6 2 6-2v14l-6 2-6-2-6 2z", "M9 4v14M15 6v14"],
  chart: ["M4 20h16", "M7 20v-6M12 20V8M17 20v-9"],
  chat: ["M4 5h16v11H10l-5 4v-4H4z"],
  heart: ["M12 20S4 15 4 9.5A4.2 4.2 0 0 1 12 8a4.2 4.2 0 0 1 8 1.5C20 15 12 20 12 20z"],
  star: ["m12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z"],
  quiz: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7", "M12 16.5h.01"],
  cards: ["M8 7h11v14H8z", "M5 17V3.5h10"],
  gift: ["M4 9h16v4H4zM6 13h12v8H6z", "M12 9v12", "M12 9C9 9 7.5 7.5 8 5.5S11.5 5 12 9c.5-4 3.5-5.5 4-3.5S15 9 12 9z"],
  shield: ["M12 3 5 6v5.5c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5V6z"],
  camera: ["M4 8h3.5L9 5.5h6L16.5 8H20v11H4z", "M12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z"],
  send: ["M12 20V5", "m6 10 6-6 6 6"],
  cloud: ["M7 18.5a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.3 1.7A3.7 3.7 0 0 1 17.5 18.5z"],
  check: ["m5 12.5 4.5 4.5L19 7.5"],
  plus: ["M12 5v14M5 12h14"],
  minus: ["M5 12h14"],
  menu: ["M4 7h16M4 12h16M4 17h16"],
  lock: ["M6 11h12v9H6z", "M8.5 11V8a3.5 3.5 0 0 1 7 0v3", "M12 15v2"],
  globe: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M3.5 9.5h17M3.5 14.5h17", "M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9z"],
  close: ["m6 6 12 12M18 6 6 18"],
  back: ["m14.5 5-7 7 7 7"],
  forward: ["m9.5 5 7 7-7 7"],
  arrow: ["M4.5 12h15", "m13 5.5 6.5 6.5-6.5 6.5"],
  search: ["M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z", "m15.5 15.5 5 5"],
  settings: ["M4 7h9M17 7h3M4 17h3M11 17h9", "M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z"],
  more: ["M5 12h.01M12 12h.01M19 12h.01"],
  play: ["M8 5.5v13l10.5-6.5z"],
  share: ["M12 15V4M8 7.5 12 3.5l4 4", "M5 12v8h14v-8"],
};

const namespace = "http://www.w3.org/2000/svg";
const tones = 8;

export function icon(name) {
  const drawing = document.createElementNS(namespace, "svg");
  for (const [key, value] of [["class", "icon"], ["viewBox", "0 0 24 24"], ["aria-hidden", "true"]]) drawing.setAttribute(key, value);
  drawing.append(...(icons[name] ?? icons.star).map(line => {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", line);
    return path;
  }));
  return drawing;
}

// The sign in the navigation of what has no icon: its first letter.
export function letter(title) {
  return element("span", { class: "letter" }, [...title][0]?.toLocaleUpperCase() ?? "");
}

// The first letters of two words, or two of a single one, on a tone that the same name always has.
export function crest(name, kind = "") {
  const words = name.split(/\s+/).filter(word => /^[\p{L}\p{N}]/u.test(word));
  const letters = (words.length > 1 ? words.slice(0, 2).map(word => [...word][0]) : [...words[0] ?? ""].slice(0, 2)).join("").toLocaleUpperCase();
  const sum = [...name].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) % 9973, 7);
  return element("span", { class: `crest tone-${sum % tones} ${kind}`.trim(), "aria-hidden": "true" }, letters);
}
