// Where a post or a comment is written: what was typed stays until it has been sent, and what is sent again after a lost answer
// is there once.
import { newKey } from "/api.js";
import { confirmed, element } from "/dom.js";
import { sentence } from "/account/form.js";
import { mediaFields } from "/feeds/media.js";

const longest = 500;

// As people count them.
const count = text => [...new Intl.Segmenter().segment(text)].length;

// `pictures` is where pictures are sent that belong to it; without it there are no media.
export function writer(page, { id, label, button, send, pictures = null, text = "", media = [], cancel = null }) {
  let attempt = null;
  const field = element("textarea", { id, rows: 3, dir: "auto", autocomplete: "off", "aria-describedby": `${id}-mistake` });
  field.value = text;
  const mistake = element("p", { class: "error", role: "alert", id: `${id}-mistake` });
  const addresses = pictures && mediaFields(page, id, media, pictures);
  const press = element("button", { type: "submit" }, button);

  const submit = async event => {
    event.preventDefault();
    const draft = { text: field.value.trim(), ...addresses && { media: addresses.values() } };
    mistake.textContent = count(draft.text) > longest ? page.text("feed.tooLong", { n: longest }) : draft.text ? "" : page.text("feed.empty");
    if (mistake.textContent) field.focus();
    if (mistake.textContent || press.disabled) return;
    const same = JSON.stringify(draft);
    if (attempt?.same !== same) attempt = { same, key: newKey() };
    press.disabled = true;
    try {
      await confirmed(() => send(draft, attempt.key), page.text("received"));
      attempt = null;
      if (field.value.trim() === draft.text) field.value = "";
      addresses?.forget();
    } catch (problem) {
      show(problem);
    } finally {
      press.disabled = false;
    }
  };

  const show = problem => {
    const [first] = problem.errors ?? [];
    const place = first?.pointer?.match(/^\/media\/(\d+)$/)?.[1];
    mistake.textContent = problem.status === 0 ? page.text("feed.notSent") : first ? sentence(page, first) : sentence(page, problem);
    (place === undefined ? field : addresses?.field(Number(place)) ?? field).focus();
  };

  const node = element("form", { class: "composer post-form", novalidate: true, onsubmit: submit }, element("label", { for: id }, label), field, addresses?.node, mistake,
    element("p", { class: "row" }, press, cancel && element("button", { type: "button", class: "plain", onclick: cancel }, page.text("cancel"))));
  if (cancel) node.addEventListener("keydown", event => { if (event.key === "Escape") cancel(); });
  return { node, focus: () => field.focus() };
}
