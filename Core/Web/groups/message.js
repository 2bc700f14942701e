// One message of a chat, as it is shown.
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { flag } from "/groups/report.js";

const address = /https?:\/\/[^\s<>"'`]+/gi;

// The parts of a text: words, and addresses that may be followed. What is no http or https address is no link, whatever it
// looks like, and what ends a sentence or closes a bracket is not a part of an address.
export function parts(text) {
  const found = [];
  let end = 0;
  for (const { 0: whole, index } of text.matchAll(address)) {
    const shown = trimmed(whole);
    const url = parsed(shown);
    if (!url) continue;
    if (index > end) found.push({ text: text.slice(end, index) });
    found.push({ text: shown, url });
    end = index + shown.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

function trimmed(text) {
  let shown = text.replace(/[.,;:!?…،؛؟]+$/u, "");
  while (/[)\]}]$/.test(shown) && shown.split(/[([{]/).length < shown.split(/[)\]}]/).length) shown = shown.slice(0, -1);
  return shown;
}

function parsed(text) {
  const url = /** @type {any} */ (URL).canParse(text) ? new URL(text) : null;
  return url && ["http:", "https:"].includes(url.protocol) && url.hostname ? url.href : null;
}

export function words(text) {
  return parts(text).map(part => part.url
    ? element("a", { href: part.url, target: "_blank", rel: "nofollow noopener noreferrer" }, part.text) : part.text);
}

export function drawDay(page, at) {
  return element("li", { class: "day" }, element("span", {}, format(page.language, { dateStyle: "full" }).format(new Date(at))));
}

const name = person => element("a", { href: `/people/${encodeURIComponent(person.id)}` }, element("bdi", {}, person.name));

// What is said of a message that is not there any more.
function absence(page, message) {
  if (message.state === "deleted" && message.author) return page.text("chat.deleted", { name: message.author.name });
  return page.text({ removed: "chat.removed", hidden: "chat.hidden" }[message.state] ?? "chat.erased");
}

// `original` is the message that it answers, where that is known.
export function drawMessage(page, message, original, chat) {
  const isMine = message.author && message.author.id === page.me?.id;
  const namesMe = message.mentions.includes(page.me?.id);
  const time = format(page.language, { timeStyle: "short" }).format(new Date(message.at));
  const head = element("p", { class: "by" }, message.author && name(message.author), element("time", { datetime: message.at, class: "muted" }, time));
  const body = message.state === "said" ? element("p", { class: "words", dir: "auto" }, words(message.text))
    : element("p", { class: "muted" }, absence(page, message));
  return element("li", { class: `message${isMine ? " mine" : ""}${namesMe ? " named" : ""}`, id: `message-${message.number}` },
    message.author ? avatar(message.author, 36) : element("span", { class: "avatar nobody", "aria-hidden": "true" }),
    element("div", { class: "bubble" }, head, flag(page, message, "chat"), quote(page, message, original), body, buttons(page, message, chat, isMine)));
}

function quote(page, message, original) {
  if (!message.replyTo) return null;
  if (!original) return element("blockquote", { class: "muted" }, "…");
  const said = original.state === "said" ? [element("bdi", {}, original.author?.name ?? ""), ": ", element("bdi", {}, original.text.slice(0, 120))] : absence(page, original);
  return element("blockquote", {}, said);
}

function buttons(page, message, chat, isMine) {
  if (message.state === "hidden") {
    return chat.mayModerate && element("p", { class: "row" }, action(page, page.text("chat.show"), () => chat.refresh(message.number, true)));
  }
  if (message.state !== "said") return null;
  return element("p", { class: "row" },
    chat.mayWrite && element("button", { type: "button", class: "plain small", onclick: () => chat.answer(message) }, page.text("chat.reply")),
    !isMine && message.author && !message.isFlaggedByMe && chat.mayReport && action(page, page.text("report"), () => chat.report(message), "plain small"),
    (isMine || chat.mayModerate) && askTwice(page, message, chat));
}

// Deleting is asked for twice.
function askTwice(page, message, chat) {
  const place = element("span", { class: "row" });
  const begin = () => replace(place, element("button", { type: "button", class: "plain small", onclick: ask }, page.text("chat.delete")));
  const ask = () => {
    replace(place, element("span", {}, page.text("chat.deleteSure")), action(page, page.text("yes"), () => chat.delete(message), "danger small"), action(page, page.text("cancel"), begin, "plain small"));
    place.querySelector("button").focus();
  };
  begin();
  return place;
}
