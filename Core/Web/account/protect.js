// Leads to the second factor, without which whoever looks after something may not do it.
import { asked, element } from "/dom.js";

let isOpen = false;

/** Says why in a dialog, one at a time, and goes there if that is wanted. */
export async function protect(page) {
  if (isOpen) return;
  isOpen = true;
  const dialog = element("fh-dialog", { heading: page.text("protect"), leave: page.text("close") }, element("p", {}, page.text("protect.why")),
    element("div", { class: "actions" }, element("button", { type: "button", value: "go" }, page.text("protect.go"))));
  const answer = await asked(dialog).finally(() => { isOpen = false; });
  if (answer === "go") await page.go("/account/security");
}
