// Choosing members among one's contacts, picked in the device's own dialog or typed: those who are here can be ticked, and the others invited.
// The host compares them and keeps none, and neither does this page.

/** A part of the form; `found` is told of people who are here, and `invite` makes a link for one who is not. */
export function contactsPart(app, found, invite) {
  const typed = app.element("textarea", { id: "contacts", rows: 2, dir: "ltr", autocomplete: "off", "aria-describedby": "contacts-hint" });
  const missing = app.element("ul", { class: "plain", id: "missing" });
  const compare = async values => {
    if (!values.length) throw new Error(app.text("contactsNone"));
    const { items } = await app.post("/v1/me/contacts", { contacts: values.slice(0, 500), country: app.me.country });
    found(items.map(({ account }) => account));
    const known = new Set(items.map(({ contact }) => contact));
    app.replace(missing, values.filter(value => !known.has(value)).map(value => app.element("li", { class: "row" }, app.element("bdi", { dir: "ltr" }, value), invitation(app, value, invite))));
  };
  const pick = async () => {
    const people = await navigator.contacts.select(["tel", "email"], { multiple: true });
    await compare(people.flatMap(({ tel = [], email = [] }) => [...tel, ...email]).map(value => value.trim()).filter(Boolean));
  };
  const node = app.element("details", { class: "contacts" }, app.element("summary", {}, app.text("fromContacts")), app.element("p", { class: "muted", id: "contacts-hint" }, app.text("contactsHint")),
    navigator.contacts?.select && app.element("p", {}, app.action(app.text("contactsFind"), pick)), app.element("label", { for: "contacts" }, app.text("contactsType")), typed,
    app.element("p", {}, app.action(app.text("contactsCompare"), () => compare(typed.value.split(/[\n,;]/).map(text => text.trim()).filter(text => /[@\d]/.test(text))))), missing);
  return node;
}

// Inviting somebody who is not here: a link of their own, in the device's share dialog where it has one.
function invitation(app, value, invite) {
  const place = app.element("span", { class: "row" });
  const button = app.action(app.text("contactInvite"), async () => {
    const { link } = await invite();
    const message = address => app.text("inviteMessage", { link: address });
    const { pathname, search } = new URL(link);
    app.replace(place, await app.share(pathname + search, app.text("newGroup"), message));
    place.querySelector("a, button")?.focus();
  });
  button.setAttribute("aria-label", `${app.text("contactInvite")}: ${value}`);
  app.replace(place, button);
  return place;
}
