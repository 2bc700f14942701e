// What of the page of today is about where somebody is: the matches nearby, and those of one's country.
import { begins } from "./facing.js";

const base = "/v1/soccer-predictions";
const kept = "soccer-country";
const shown = 5;
// How long the page waits for the device before it goes on without a place, in milliseconds.
const patience = 10000;
// The lists that are on the page: they stay when its cards are drawn anew.
const nodes = new Map();
let known = null;

/**
 * The two cards, and when they are drawn: what comes later would push aside what stands below, which somebody may just be about to press. A device
 * that may be asked where it is takes its time, for which nothing else waits.
 */
export function around(app) {
  const [near, country] = ["near", "country"].map(key => nodes.get(key) ?? nodes.set(key, app.element("div", { class: key })).get(key));
  const draw = () => Promise.all([nearby(app, near, draw), inCountry(app, country)]);
  const drawn = draw();
  drawn.then(() => askFirst(app, draw)).catch(() => null);
  const cards = [{ section: "changed", key: "nearby", heading: app.text("around.nearby"), body: near },
    { section: "changed", key: "country", heading: app.text("around.country"), body: country }];
  return { cards, drawn: isAllowed().then(async isAllowed => { if (!isAllowed) await drawn; }).catch(() => null) };
}

// Whether the place may be known without a question.
const isAllowed = async () => Boolean(navigator.geolocation) && (await navigator.permissions?.query({ name: "geolocation" }).catch(() => null))?.state === "granted";

// Where the device is; null where it does not say. The browser asks here, which is never done before it was said why.
const locate = () => new Promise(resolve => navigator.geolocation.getCurrentPosition(({ coords }) => resolve(known = coords), () => resolve(null), { timeout: patience, maximumAge: 600000 }));
const here = async () => await isAllowed() ? known ?? await locate() : null;
const ask = async app => await app.mayLocate(app.text("around.why")) ? locate() : null;

// At the first opening it is said what the place is for, and then the browser asks: once on a device, and not over another dialog.
async function askFirst(app, draw) {
  if (localStorage.getItem("place-asked")) return;
  for (let free = 0; free < 3; free = document.querySelector("dialog[open]") ? 0 : free + 1) await new Promise(resolve => setTimeout(resolve, 500));
  if (localStorage.getItem("place-asked") || location.pathname !== "/") return;
  localStorage.setItem("place-asked", "yes");
  if (await ask(app)) await draw();
}

async function nearby(app, node, draw) {
  const place = await here();
  if (!place) {
    return app.replace(node, app.element("p", { class: "muted" }, app.text("around.off")), app.action(app.text("around.on"), async () => {
      if (await ask(app)) await draw(); else app.announce(app.text("around.nowhere"));
    }));
  }
  // No more than about where somebody is leaves the device, and what is near is reckoned here.
  const tenth = value => Math.round(value * 10) / 10;
  const { kilometres, items } = await app.get(`${base}/nearby?latitude=${tenth(place.latitude)}&longitude=${tenth(place.longitude)}`);
  const near = items.map(item => ({ ...item, distance: distance(place, item.place) })).filter(item => item.distance <= kilometres);
  const unit = value => new Intl.NumberFormat(app.language, { style: "unit", unit: "kilometer", maximumFractionDigits: 0 }).format(value);
  app.replace(node, app.element("p", { class: "muted" }, app.text("around.within", { distance: unit(kilometres) })), near.length
    ? app.element("ul", { class: "plain" }, near.slice(0, shown).map(({ match, place: { town }, distance }) => line(app, match, `${town}, ${unit(distance)}`)))
    : app.element("p", {}, app.text("around.nothingNear")));
}

// By the haversine formula on a sphere, in kilometres.
function distance(one, other) {
  const radians = degrees => degrees * Math.PI / 180;
  const half = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
    + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(half)));
}

// The country that was chosen on this device, else the one where the device is, else that of the profile.
async function wanted(app) {
  const chosen = localStorage.getItem(kept);
  if (chosen) return chosen;
  const place = await here();
  const found = place && await app.countryAt(place);
  return found ?? (app.me && app.me.kind !== "guest" ? (await app.get("/v1/me")).country : null) ?? null;
}

async function inCountry(app, node) {
  const code = await wanted(app);
  const again = () => inCountry(app, node);
  if (!code) return app.replace(node, app.element("p", { class: "card" }, app.text("around.select")), choice(app, "", "around.choose", again));
  const { items } = await app.get(`${base}/upcoming?country=${encodeURIComponent(code)}&limit=${shown}`);
  const name = new Intl.DisplayNames([app.language, "en"], { type: "region", fallback: "code" }).of(code);
  app.replace(node, app.element("p", {}, app.element("strong", {}, name)), items.length
    ? app.element("ul", { class: "plain" }, items.map(match => line(app, match, match.league.name)))
    : app.element("p", { class: "muted" }, app.text("around.nothingHere")), choice(app, code, "around.change", again));
}

// A button that becomes the list of all countries.
function choice(app, code, key, again) {
  const row = app.element("p", { class: "row" });
  const open = async () => {
    const { items } = await app.get("/v1/countries");
    const names = new Intl.DisplayNames([app.language, "en"], { type: "region", fallback: "code" });
    const all = items.map(country => [country.code, names.of(country.code)]).sort((one, other) => one[1].localeCompare(other[1], app.language));
    const select = app.element("select", { "aria-label": app.text("around.choose"), onchange: () => {
      localStorage.setItem(kept, select.value);
      again().catch(problem => app.announce(app.said(problem)));
    } }, !code && app.element("option", { value: "" }, app.text("around.choose")), all.map(([value, name]) => app.element("option", { value, selected: value === code }, name)));
    app.replace(row, select);
    select.focus();
  };
  row.append(app.action(app.text(key), open));
  return row;
}

function line(app, match, more) {
  return app.element("li", {}, app.element("a", { href: `/${app.area}/matches/${encodeURIComponent(match.id)}` }, `${match.home.name} – ${match.away.name}`), " ",
    app.element("small", { class: "muted" }, begins(app, match), ` · ${more}`));
}
