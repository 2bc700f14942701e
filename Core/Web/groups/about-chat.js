// What is to be known about a chat and about reporting, in a dialog that leads back to the chat.
import { element, replace } from "/dom.js";
import { action } from "/account/form.js";

export function aboutChat(page) {
  const dialog = element("dialog", { "aria-labelledby": "about-chat", onclose: () => dialog.remove() });
  const lines = ["chat.aboutMembers", "chat.aboutWriting", "chat.aboutReport", "chat.aboutRemoved", "chat.aboutBlock"];
  replace(dialog, element("h2", { id: "about-chat" }, page.text("chat.about")), element("ul", {}, lines.map(key => element("li", {}, page.text(key)))),
    element("p", { class: "row" }, action(page, page.text("chat.aboutClose"), () => dialog.close(), "")));
  document.body.append(dialog);
  dialog.showModal();
}
