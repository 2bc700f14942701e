// Light or dark: as the device has it, or as somebody wants it on this device.
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
