// For admins of a group: telling all members something, and what was told with what came of it.
import { post } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { form } from "/account/form.js";
import { pages } from "/people/lines.js";

// The part of the page for those who look after the group; `withEveryone` lists among it what operators have sent to everybody.
export function announcePart(page, area, id, withEveryone) {
  const audience = `group:${area}/${id}`;
  const address = `/v1/announcements?audience=${encodeURIComponent(audience)}${withEveryone ? "&withEveryone=true" : ""}`;
  const list = element("div", {});
  const time = format(page.language, { dateStyle: "medium", timeStyle: "short" });
  const number = new Intl.NumberFormat(page.language);
  const outcome = item => page.text("announce.counts", {
    n: number.format(item.recipients), delivered: number.format(item.delivered), failed: number.format(item.failed) });
  const line = item => element("li", { class: "card" }, element("p", { class: "words", dir: "auto" }, item.text),
    element("p", { class: "muted" }, `${time.format(new Date(item.sentAt))} · `, item.audience === audience ? outcome(item) : page.text("announce.everyone")));
  const draw = () => pages(page, list, address, line, page.text("announce.none"));
  const place = element("div", {});
  const write = () => replace(place, form(page, {
    fields: [{ name: "text", label: page.text("announce.text"), rows: 3, maxlength: 500, required: true }], button: page.text("announce.send"),
    submit: async ({ text }) => {
      await post("/v1/announcements", { audience, text });
      page.announce(page.text("announce.sent"));
      write();
      await draw();
    },
  }));
  write();
  return { node: element("section", {}, element("h2", {}, page.text("announce")), place, list), draw };
}
