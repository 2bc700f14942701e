// Finding people by name, each with the button that fits.
import { element, replace } from "/dom.js";
import { form, link } from "/account/form.js";
import { friendship, line, pages } from "/people/lines.js";

// The form and what it finds.
export function searchPart(page, changed) {
  const found = element("div", {});
  const draw = ({ relation, ...account }) =>
    line(account, account.id !== page.me.id && (relation.blocked ? null : friendship(page, account, relation.friendship, changed)));
  const submit = ({ query }) => query.trim()
    ? pages(page, found, `/v1/people?query=${encodeURIComponent(query.trim())}`, draw, page.text("foundNobody")) : replace(found);
  return element("section", {}, form(page, {
    fields: [{ name: "query", label: page.text("searchName"), type: "search", maxlength: 60 }], button: page.text("search"), submit,
  }), found);
}

export function searchPage(page) {
  replace(page.root, element("h1", {}, page.text("people")), searchPart(page),
    element("p", { class: "row" }, link(page.text("friends"), "/friends"), link(page.text("invite"), "/invite"), link(page.text("back"), "/account")));
  page.root.querySelector("input").focus();
}
