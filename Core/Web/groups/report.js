// Reporting something: nothing is sent before it was asked for once more, with a reason.
import { post } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form } from "/account/form.js";

const reasons = ["harassment", "bullying", "spam", "inappropriate", "other"];
const longest = 500;

// Asks in a dialog; true when it was reported, false when the dialog was closed. `shown` is what is reported, where that is words;
// `send` gets the reason and what was said beside it.
export function report(page, title, shown, send) {
  return new Promise(done => {
    const dialog = element("dialog", { "aria-label": title, onclose: () => {
      dialog.remove();
      done(dialog.returnValue === "sent");
    } });
    const ask = form(page, {
      fields: [{ name: "reason", label: page.text("reason"), options: reasons.map(name => [name, page.text(`reason.${name}`)]) },
        { name: "detail", label: page.text("detail"), rows: 3, maxlength: longest }],
      button: page.text("report"), more: [action(page, page.text("cancel"), () => dialog.close(""))],
      submit: async input => {
        await send(input);
        dialog.close("sent");
        page.announce(page.text("reported"));
      },
    });
    replace(dialog, element("h2", {}, title), shown && element("blockquote", { dir: "auto" }, shown), element("p", { class: "muted" }, page.text("report.intro")), ask);
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("select").focus();
  });
}

// Reports a thing by its kind, the `group` that it lies in or the thing whose `feed` it lies in, and its number or id there: a
// message, a post, a comment, a member, or the group itself.
export function reportIn(page, area, about, title, shown) {
  return report(page, title, shown, ({ reason, detail }) => post(`/v1/moderation/${encodeURIComponent(area)}/reports`, { ...about, reason, ...detail.trim() && { detail } }));
}

// Says that somebody has reported something, or that the reader has; nothing where nobody has, or it was taken away.
export function flag(page, { isFlagged, isFlaggedByMe, hiddenAt }, words) {
  return isFlagged && !hiddenAt && element("p", { class: "flag" }, element("span", { "aria-hidden": "true" }, "⚑ "), page.text(`${words}.${isFlaggedByMe ? "flaggedByMe" : "flagged"}`));
}
