// The time zone in which this device shows all times.
import { atLeisure, element } from "/dom.js";
import { chosenZone, deviceZone, format, knownZone } from "/formats.js";

const all = () => Intl.supportedValuesOf?.("timeZone") ?? [];

// The zone that somebody means: its name, or its town's alone. Browsers know some by other names than they list.
function meant(words) {
  const wanted = words.trim().replace(/\s+/g, "_");
  return knownZone(wanted) ?? all().find(name => name.split("/").at(-1).toLowerCase() === wanted.toLowerCase());
}

/** A field that proposes zones while one writes, in a card; what is chosen holds on this device, also for guests and without a connection. */
export function zoneCard(page) {
  const list = element("datalist", { id: "zones" });
  // Their names take a while: they come when somebody is about to choose, a few at a time.
  const propose = names => names.length > 0 && atLeisure(() => {
    list.append(...names.slice(0, 20).map(name => element("option", { value: name }, title(page, name))));
    propose(names.slice(20));
  });
  const field = element("input", { id: "zone", list: "zones", dir: "ltr", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 64,
    value: chosenZone, placeholder: deviceZone(), "aria-describedby": "zone-hint" });
  field.addEventListener("focus", () => propose(all()), { once: true });
  const mistake = element("p", { class: "error", role: "alert" });
  const save = event => {
    event.preventDefault();
    const zone = meant(field.value);
    mistake.textContent = zone || !field.value.trim() ? "" : page.text("zone.unknown");
    if (!mistake.textContent) choose(zone);
  };
  const own = chosenZone && element("button", { type: "button", class: "plain", id: "zone-device", onclick: () => choose(null) }, page.text("zone.device", { zone: deviceZone() }));
  return element("form", { class: "card", onsubmit: save }, element("label", { for: "zone" }, page.text("zone")), field, list,
    element("p", { class: "muted", id: "zone-hint" }, page.text("zone.hint", { zone: deviceZone() })), mistake,
    element("p", { class: "row" }, element("button", { class: "plain" }, page.text("zone.save")), own));
}

// What people call a zone, and by how much it differs from UTC now.
function title(page, timeZone) {
  const said = timeZoneName => format(page.language, { timeZone, timeZoneName }).formatToParts(new Date(page.instant())).find(part => part.type === "timeZoneName").value;
  return [...new Set([said("longGeneric"), said("shortOffset")])].join(" · ");
}

// All that is drawn is drawn anew.
function choose(zone) {
  if (zone) localStorage.setItem("zone", zone);
  else localStorage.removeItem("zone");
  location.reload();
}
