// Settings: one's account, this device, and what there is to know about the app.
import { element, replace } from "/dom.js";
import { icon } from "/signs.js";
import { choose, theme } from "/colours.js";
import { zoneCard } from "/settings/zone.js";

/** Everybody's page: who is not signed in is offered to be. */
export function settingsPage(page) {
  const isIn = page.me && page.me.kind !== "guest";
  const named = page.languages.find(({ tag }) => tag === page.language);
  const account = isIn ? [["/account/profile?from=settings", "editProfile", "person"]] : [["/welcome", "settings.enter", "person"]];
  const own = isIn ? [["/account/blocked", "blockedPeople", "close"], ["/inbox/settings", "inbox.master", "bell"], ["/settings/requests", "requests", "people"],
    ["/account/sharing", "sharing", "share"], ["/account/security", "security", "lock"], ["/account/data", "myData", "cards"]] : [["/sign-in?back=%2Finbox%2Fsettings", "inbox.master", "bell"]];
  replace(page.root, element("h1", {}, page.text("settings")),
    list(page, "account", [...account, ["/language?back=%2Fsettings", "language.change", "globe", named.name], ...own]),
    zoneCard(page), appearance(page), counting(page), list(page, "settings.about", [["/help", "help", "quiz"], ["/help/pages/terms", "help.terms", "cards"], ["/help/pages/privacy", "help.privacy", "shield"],
      ["/help/contact", "help.contact", "chat"]]),
    element("p", { class: "muted" }, page.text("settings.version", { version: page.version })));
}

function list(page, label, entries) {
  return [element("h2", {}, page.text(label)), element("fh-list", { label: page.text(label) }, entries.map(([href, key, sign, now]) =>
    element("a", { href }, icon(sign), element("span", { class: "grow" }, page.text(key), now && element("small", {}, element("bdi", {}, now))))))];
}

// Whether one's use of the app is counted, where it is counted at all.
function counting(page) {
  if (!page.usage || !page.me) return null;
  const place = element("div", {});
  import("/usage.js").then(usage => usage.usageCard(place, page)).catch(() => null);
  return place;
}

// Light, dark, or as the device has it; it holds on this device.
function appearance(page) {
  const field = element("select", { id: "theme", onchange: () => choose(field.value) }, ["device", "light", "dark"].map(name =>
    element("option", { value: name, selected: name === theme() }, page.text(`theme.${name}`))));
  return element("section", { class: "card" }, element("label", { for: "theme" }, page.text("theme")), field);
}
