// For admins of a group: telling all members something, and what was told with what came of it.
import { post } from "/api.js";
import { element, replace } from "/dom.js";
import { form } from "/account/form.js";
import { pages } from "/people/lines.js";

// The part of the page for those who look after the group.
export function announcePart(page, area, id) {
  const audience = `group:${area}/${id}`;
  const list = element("div", {});
  const time = new Intl.DateTimeFormat(page.language, { dateStyle: "medium", timeStyle: "short" });
  const number = new Intl.NumberFormat(page.language);
  const line = item => element("li", { class: "card" }, element("p", { class: "words", dir: "auto" }, item.text),
    element("p", { class: "muted" }, `${time.format(new Date(item.sentAt))} · `, page.text("announce.counts", {
      n: number.format(item.recipients), delivered: number.format(item.delivered), failed: number.format(item.failed) })));
  const draw = () => pages(page, list, `/v1/announcements?audience=${encodeURIComponent(audience)}`, line, page.text("announce.none"));
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
