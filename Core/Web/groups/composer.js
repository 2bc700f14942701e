// Where a message is written: it stays until it has been sent or the page is left, and what is sent again after a lost answer is sent once.
import { get, newKey, post } from "/api.js";
import { element, replace } from "/dom.js";
import { sentence } from "/account/form.js";
import { namer } from "/groups/namer.js";

const longest = 500;

export function composer(page, root, { mayWrite, said }) {
  if (!mayWrite) return { node: element("span", {}), answer: () => null };
  let replyTo = null, attempt = null;
  const text = element("textarea", { id: "message-text", rows: 2, dir: "auto", autocomplete: "off", "aria-describedby": "message-mistake" });
  const mistake = element("p", { class: "error", role: "alert", id: "message-mistake" });
  const answered = element("p", { class: "row answered", hidden: true });
  const send = element("button", { type: "submit" }, page.text("chat.send"));
  const people = namer(page, text, () => members(root));

  const answer = message => {
    replyTo = message?.number ?? null;
    answered.hidden = !message;
    replace(answered, message && [element("span", {}, page.text("chat.replyTo", { name: message.author?.name ?? "" }), " ", element("bdi", { class: "muted" }, message.text.slice(0, 80))),
      element("button", { type: "button", class: "plain small", onclick: () => answer(null) }, page.text("cancel"))]);
    text.focus();
  };

  const submit = async event => {
    event?.preventDefault();
    const draft = { text: text.value.trim(), ...replyTo && { replyTo }, mentions: people.named(text.value) };
    mistake.textContent = [...draft.text].length > longest ? page.text("chat.tooLong", { n: longest }) : "";
    if (!draft.text || mistake.textContent || send.disabled) return;
    // The same message has the same key however often it is tried.
    const same = JSON.stringify(draft);
    if (attempt?.same !== same) attempt = { same, key: newKey() };
    send.disabled = true;
    try {
      await post(`${root}/chat`, draft, attempt.key);
      attempt = null;
      if (text.value.trim() === draft.text) {
        text.value = "";
        people.forget();
      }
      if (replyTo === (draft.replyTo ?? null)) answer(null);
      // The next one may be sent while this one comes back.
      send.disabled = false;
      await said();
    } catch (problem) {
      mistake.textContent = problem.status === 404 ? page.text("chat.left") : problem.status === 0 ? page.text("chat.notSent") : sentence(page, problem);
    } finally {
      send.disabled = false;
    }
  };

  text.addEventListener("keydown", event => {
    if (event.isComposing || people.takes(event)) return;
    if (event.key === "Enter" && !event.shiftKey) submit(event);
    if (event.key === "Escape" && replyTo) answer(null);
  });
  const node = element("form", { class: "composer", onsubmit: submit }, answered, mistake, element("label", { for: "message-text" }, page.text("chat.write")),
    element("div", { class: "line" }, text, send), people.node, element("p", { class: "muted hint" }, page.text("chat.hint")));
  return { node, answer };
}

// Everybody in the group, as far as it is told.
async function members(root) {
  const found = [];
  for (let after = ""; after !== null && found.length < 1000;) {
    const page = await get(`${root}/members?limit=100${after && `&after=${encodeURIComponent(after)}`}`);
    found.push(...page.items.map(({ person }) => person));
    after = page.next;
  }
  return found;
}
