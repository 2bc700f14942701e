// Friends among one's contacts, picked in the device's own dialog or typed: those who are here, and inviting those who are not. The host
// compares them and keeps none, and neither does this page.
import { get, post } from "/api.js";
import { element, replace } from "/dom.js";
import { action } from "/account/form.js";
import { friendship, line } from "/people/lines.js";
import { shareButtons, sharedAddress } from "/people/sharing.js";

// The host takes so many at once.
const most = 500;

// `made` is told when a link was made.
export function contactsPart(page, made) {
  const place = element("div", { "aria-live": "polite" });
  const typed = element("textarea", { id: "field-contacts", rows: 3, dir: "ltr", autocomplete: "off", "aria-describedby": "field-contacts-hint" });
  const find = async people => show(page, place, people, await known(page, people), made);
  const pick = async () => find((await navigator.contacts.select(["name", "tel", "email"], { multiple: true })).map(person));
  const compare = async () => {
    const people = typed.value.split(/[\n,;]/).map(text => text.trim()).filter(text => /[@\d]/.test(text)).map(text => ({ name: text, values: [text] }));
    if (!people.length) throw new Error(page.text("contactsNone"));
    await find(people);
  };
  const can = Boolean(navigator.contacts?.select);
  return element("section", { class: "card" }, element("p", {}, page.text("contactsIntro")),
    can && element("p", { class: "row" }, action(page, page.text("contactsFind"), pick)),
    element("label", { for: "field-contacts" }, page.text("contactsType")), typed,
    element("p", { class: "muted", id: "field-contacts-hint" }, page.text("contactsHint")),
    element("p", { class: "row" }, action(page, page.text("contactsCompare"), compare)), place);
}

function person({ name = [], tel = [], email = [] }) {
  const values = [...tel, ...email].map(value => value.trim()).filter(Boolean);
  return { name: name[0] || values[0], values };
}

// Who they are here, by the contact as it was sent.
async function known(page, people) {
  const all = [...new Set(people.flatMap(({ values }) => values))];
  const found = new Map();
  for (let start = 0; start < all.length; start += most) {
    const { items } = await post("/v1/me/contacts", { contacts: all.slice(start, start + most), country: page.me.country });
    for (const { contact, account } of items) found.set(contact, account);
  }
  return found;
}

async function show(page, place, people, found, made) {
  const accounts = [...new Map([...found.values()].map(account => [account.id, account])).values()];
  const relations = await Promise.all(accounts.map(({ id }) => get(`/v1/people/${encodeURIComponent(id)}`)));
  const missing = people.filter(({ values }) => values.length > 0 && !values.some(value => found.has(value)));
  replace(place, accounts.length > 0 && element("ul", { class: "people" }, accounts.map((account, index) =>
    line(account, friendship(page, account, relations[index].relation.friendship)))),
  element("p", { class: "muted" }, page.text("contactsMissing", { n: missing.length })),
  missing.length > 0 && element("ul", { class: "people", id: "missing" }, missing.map(contact => stranger(page, contact, made))));
}

// Somebody who is not here: an invitation goes by mail, or as a message to the number, which people send themselves.
function stranger(page, { name, values }, made) {
  const place = element("div", { class: "row end" });
  const mail = values.find(value => value.includes("@"));
  const invite = async () => {
    if (mail) {
      await post("/v1/me/invitations", { email: mail, places: 1 });
      replace(place, element("span", { class: "badge" }, page.text("contactInvited")));
      page.announce(page.text("inviteSent", { email: mail }));
    } else {
      const { link: address } = await post("/v1/me/invitations", { places: 1 });
      const message = link => page.text("inviteMessage", { link });
      const text = message(sharedAddress(page, address));
      const number = values[0].replace(/[^+\d]/g, "");
      replace(place, element("a", { class: "button", href: `sms:${number}?&body=${encodeURIComponent(text)}` }, page.text("contactMessage")), shareButtons(page, message, address));
      place.querySelector("a, button").focus();
    }
    await made();
  };
  const press = action(page, page.text("contactInvite"), invite);
  press.setAttribute("aria-label", `${page.text("contactInvite")}: ${name}`);
  replace(place, press);
  return element("li", { class: "card person" }, element("bdi", {}, name), place);
}
