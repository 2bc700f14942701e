// The colours of the app: light or dark, as the device has it or as somebody wants it on this device; and the accent of a game, from which is
// derived what is painted in it: in the light the colour itself, in the dark the same with as much white as it takes to be read there (WCAG
// 2.2, 1.4.3). `fieldhouse check` refuses an accent that is not read in the light.
const least = 4.5;
const night = [24, 32, 28];

const parts = colour => [1, 3, 5].map(place => parseInt(colour.slice(place, place + 2), 16));
const mix = (one, other, share) => one.map((value, index) => Math.round(value * share + other[index] * (1 - share)));
const written = colour => `#${colour.map(value => value.toString(16).padStart(2, "0")).join("")}`;

function luminance(colour) {
  const linear = colour.map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one, other) {
  const [dark, bright] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (bright + 0.05) / (dark + 0.05);
}

// Read on a dark card and on the tint that the tokens make of it there.
function brighten(colour) {
  for (let share = 1; share > 0; share -= 0.05) {
    const found = mix(colour, [255, 255, 255], share);
    if (Math.min(contrast(found, night), contrast(found, mix(found, night, 0.1))) >= least) return found;
  }
  return [255, 255, 255];
}

// A page paints many parts in the same few accents.
const brightened = new Map();

/** Paints a node, and what is in it, in an accent; in the app's own colour without one. */
export function accent(node, colour) {
  node.classList.toggle("accented", Boolean(colour));
  if (!colour) return node;
  node.style.setProperty("--accent", colour);
  if (!brightened.has(colour)) brightened.set(colour, written(brighten(parts(colour))));
  node.style.setProperty("--accent-dark", brightened.get(colour));
  return node;
}

const own = "theme";

/** What was chosen on this device: "light", "dark", or "device" where nothing was. */
export const theme = () => localStorage.getItem(own) ?? "device";

/** Shows what was chosen. */
export function wear() {
  const chosen = theme();
  /** @type {HTMLLinkElement} */ (document.getElementById("dark")).media = { light: "not all", dark: "all" }[chosen] ?? "(prefers-color-scheme: dark)";
  /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=color-scheme]")).content = chosen === "device" ? "light dark" : chosen;
}

/** Chooses for this device. */
export function choose(chosen) {
  if (chosen === "device") localStorage.removeItem(own);
  else localStorage.setItem(own, chosen);
  wear();
}
