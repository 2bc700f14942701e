// The ways into a group that can be handed out: links that end, and the code.
import { get, post, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action, form } from "/account/form.js";
import { bring } from "/groups/in-place.js";
import { shareButtons } from "/people/sharing.js";

const hour = 3600 * 1000;
const spans = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour };
// The host's clock may be a little behind what is reckoned here.
const spare = 60 * 1000;

export function linksPart(page, root) {
  const list = element("ul", { class: "people" });
  const made = element("div", {});
  const draw = async () => {
    const { items } = await get(`${root}/links?limit=100`);
    bring(list, items, ({ id }) => id, item => line(page, root, item, draw));
  };
  const make = async ({ span, places }) => {
    const expiresAt = new Date(Date.parse(page.instant()) + Math.min(spans[span], spans.month - spare)).toISOString();
    const { link } = await post(`${root}/links`, { expiresAt, places: places ? Number(places) : undefined });
    replace(made, shown(page, root, link));
    await draw();
    made.querySelector("button").focus();
  };
  const fields = [
    { name: "span", label: page.text("group.linkSpan"), options: Object.keys(spans).map(name => [name, page.text(`group.linkSpan.${name}`)]), value: "week" },
    { name: "places", label: page.text("group.linkPlaces"), type: "number", min: 1, max: 1000000, inputmode: "numeric", hint: page.text("group.linkPlacesHint") },
  ];
  const node = element("section", {}, element("h2", {}, page.text("group.links")),
    form(page, { fields, button: page.text("group.makeLink"), submit: make }), made, list);
  return { node, draw };
}

// A link just made. It is shown this once: the host does not know it any more.
function shown(page, root, address) {
  return element("section", { class: "card" }, element("p", { class: "muted" }, page.text("group.linkOnce")),
    element("p", {}, element("code", { class: "secret", dir: "ltr" }, address)),
    shareButtons(page, link => page.text("group.linkMessage", { link }), address),
    picture(page, `${root}/qr/${encodeURIComponent(address.split("/").pop())}`));
}

function picture(page, address) {
  return element("img", { class: "qr", src: address, alt: page.text("group.qr"), width: 240, height: 240 });
}

function line(page, root, link, draw) {
  const until = format(page.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(link.expiresAt));
  const joined = page.text(link.places ? "group.linkJoinedOf" : "group.linkJoined", { n: link.joined, all: link.places });
  const state = link.state === "open" ? page.text("group.linkUntil", { time: until }) : page.text(`group.linkState.${link.state}`);
  return element("li", { class: "card person" }, element("div", {}, element("p", {}, state), element("p", { class: "muted" }, joined, link.by && " · ", link.by && element("bdi", {}, link.by.name))),
    link.state === "open" && element("span", { class: "row end" }, action(page, page.text("group.revokeLink"), async () => {
      await remove(`${root}/links/${encodeURIComponent(link.id)}`);
      await draw();
    })));
}

export function codePart(page, root) {
  const node = element("section", { class: "card" });
  let drawn;
  const draw = async () => {
    const { code = null } = await get(`${root}/code`);
    if (code === drawn) return;
    drawn = code;
    const change = run => async () => { await run(`${root}/code`); await draw(); };
    replace(node, element("h2", {}, page.text("group.code")), element("p", { class: "muted" }, page.text("group.codeIntro")),
      code && element("p", {}, element("code", { class: "secret", dir: "ltr" }, `${code.slice(0, 4)}-${code.slice(4)}`)),
      code && picture(page, `${root}/qr/${code}`), element("p", { class: "row" }, action(page, page.text(code ? "group.newCode" : "group.makeCode"), change(put)),
        code && action(page, page.text("group.noCode"), change(remove))));
  };
  return { node, draw };
}
