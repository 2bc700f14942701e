// What games may ask each other about me: nothing that I have not agreed to, and not any more once I take it back.
import { get, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action, link } from "/account/form.js";

export async function sharingPage(page) {
  const { items } = await get("/v1/me/sharing");
  replace(page.root, element("h1", {}, page.text("sharing")), element("p", {}, page.text("sharingIntro")),
    items.length ? items.map(item => card(page, item)) : element("p", { class: "muted" }, page.text("sharingNone")),
    link(page.text("back"), "/account"));
}

function card(page, item) {
  const names = { from: item.from, to: item.to };
  const day = format(page.language, { dateStyle: "medium" });
  const since = item.givenAt && page.text("sharingSince", { date: day.format(new Date(item.givenAt)) });
  return element("section", { class: "card" }, element("h2", {}, item.title ?? item.question),
    element("p", {}, page.text("sharingWho", names)), item.purpose && element("p", {}, item.purpose),
    element("p", { class: "muted" }, since || page.text("sharingOff")), button(page, item));
}

function button(page, item) {
  const address = `/v1/me/sharing/${encodeURIComponent(item.question)}/${encodeURIComponent(item.asker)}`;
  return action(page, page.text(item.givenAt ? "sharingEnd" : "sharingGive"), async () => {
    await (item.givenAt ? remove(address) : put(address));
    await sharingPage(page);
    page.announce(page.text("saved"));
  }, item.givenAt ? "plain" : "");
}
