// Counts which pages are looked at and how far people come, of whoever has agreed to that, where this place counts at all. The host is told the pattern
// of an address, never the address. A browser that says its owner is not to be tracked is never counted.
import { get, onSent, post, put } from "/api.js";
import { announce, element, replace } from "/dom.js";
import { address, closest } from "/parts.js";

const consentPath = "/v1/content/usage/consent";
/** Do Not Track, and Global Privacy Control. */
const isRefused = () => /** @type {any} */ (navigator).globalPrivacyControl === true || navigator.doNotTrack === "1";
/** @type {{ account: string, isGiven: boolean } | null} */
let known = null;
let [page, areas] = ["/", []];

async function consent(account) {
  if (known?.account !== account) known = { account, isGiven: Boolean((await get(consentPath)).agreedAt) };
  return known.isGiven;
}

/** Somebody looks at a page. */
export async function seen({ app, me }, path) {
  [page, areas] = [pattern(app, path), app.pages.map(({ area }) => area)];
  if (!isRefused() && await consent(me.id)) await tell();
}

const tell = (more = {}) => post("/v1/content/usage/views", { page, ...more }).catch(() => null);

function pattern(app, path) {
  const own = closest(app.pages, path);
  return own ? address(own.page) : `/${path.split("/")[1]}`;
}

// What somebody sends says how far they have come: to a favourite, into a group of others, to the first entry in a game.
onSent(path => {
  if (!known?.isGiven || isRefused() || path.startsWith("/v1/content/")) return;
  const area = path.match(/^\/v1\/([a-z-]+)\//)?.[1];
  if (path.includes("/favourites/")) tell({ step: "favourite" });
  else if (/^\/v1\/groups\/.+\/(join|members\/|requests)/.test(path) || /\/join$/.test(path)) tell({ step: "joined" });
  else if (areas.includes(area)) tell({ step: "entered", area });
});

/** The part of the settings in which one agrees, or takes that back. */
export async function usageCard(root, { me, text }) {
  const box = element("input", { id: "usage", type: "checkbox", "aria-describedby": "usage-about", disabled: isRefused(), checked: !isRefused() && await consent(me.id), onchange: async () => {
    try {
      await put(consentPath, { isGiven: box.checked });
      known = { account: me.id, isGiven: box.checked };
      announce(text(box.checked ? "usage.on" : "usage.off"));
    } catch (problem) {
      box.checked = !box.checked;
      announce(problem.message);
    }
  } });
  replace(root, element("section", { class: "card" }, element("p", { class: "check" }, box, element("label", { for: "usage" }, text("usage.label"))),
    element("p", { class: "muted", id: "usage-about" }, text(isRefused() ? "usage.refused" : "usage.about"))));
}
