// Where somebody is, is asked for after it was said why: the browser's own question does not say it.
import { asked, element } from "/dom.js";

/** Says why a place is needed before the browser asks, where it would; whether the page may go on and ask for it. */
export async function mayLocate(text, why) {
  if (!navigator.geolocation) return false;
  const found = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
  if (found && found.state !== "prompt") return found.state === "granted";
  return await asked(element("fh-dialog", { heading: text("place.why"), leave: text("place.not") }, element("p", {}, why), element("p", { class: "muted" }, text("place.next")),
    element("div", { class: "actions" }, element("button", { type: "button", value: "yes" }, text("place.goOn"))))) === "yes";
}

/** Whether the page may ask for the place without the browser asking anybody. */
export const isAllowed = async () => (await navigator.permissions?.query({ name: "geolocation" }).catch(() => null))?.state === "granted";

/** The country that the device is in, once its place may be known; null where it does not say. */
export async function countryHere() {
  const place = await new Promise(resolve => navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), () => resolve(null), { timeout: 10000, maximumAge: 600000 }));
  return place && (await import("/country.js")).countryAt(place);
}
