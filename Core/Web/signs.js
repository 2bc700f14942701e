// Signs of things: icons of the shell, drawn in one style, and the initials of what has no picture, on a tone of its own.
import { element } from "/dom.js";
import { icons } from "/icons.js";

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
