// How to reach the members who agree to that, for those whom the group lets see it.
import { element, replace } from "/dom.js";
import { link } from "/account/form.js";
import { address } from "/groups/list.js";
import { line, pages } from "/people/lines.js";

export async function contactsPage(page, area, id) {
  const list = element("div", {});
  const root = `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`;
  replace(page.root, element("h1", {}, page.text("group.contacts")), element("p", { class: "muted" }, page.text("group.contactsIntro")), list,
    link(page.text("back"), address(area, id)));
  await pages(page, list, `${root}/contacts`, ({ person, email }) =>
    line(person, email && element("a", { href: `mailto:${email}`, dir: "ltr" }, email)), page.text("group.contactsNone"));
}
