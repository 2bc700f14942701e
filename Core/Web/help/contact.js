// Writing to the people who run this installation.
import { post } from "/api.js";
import { element, replace } from "/dom.js";
import { form, link } from "/account/form.js";

export function contactPage(page) {
  replace(page.root, element("h1", {}, page.text("help.contact")), form(page, {
    fields: [
      { name: "name", label: page.text("fullName"), value: page.me?.fullName, autocomplete: "name", maxlength: 100, required: true },
      { name: "email", label: page.text("email"), value: page.me?.email, type: "email", autocomplete: "email", dir: "ltr", maxlength: 254, required: true },
      { name: "text", label: page.text("help.message"), hint: page.text("help.atMost", { n: 500 }), rows: 6, maxlength: 500, required: true },
    ],
    button: page.text("help.send"), more: [link(page.text("back"), "/help")],
    submit: async input => {
      await post("/v1/content/messages", input);
      replace(page.root, element("h1", {}, page.text("help.contact")), element("p", { class: "card", role: "status" }, page.text("help.sent")),
        link(page.text("back"), "/help"));
    },
  }));
}
