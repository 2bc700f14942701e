// One's own account: overview, profile with picture, and who sees what.
import { get, patch, remove, upload } from "/api.js";
import { element, replace } from "/dom.js";
import { dayOf, ownZone } from "/formats.js";
import { bodyFacts, facts } from "/account/facts.js";
import { action, form, link } from "/account/form.js";

export function avatar(account, size = 48) {
  return element("img", { class: "avatar", src: account.picture, alt: "", width: size, height: size });
}

export async function overviewPage(page) {
  const me = page.me;
  const body = me.kind === "guest" ? {} : await get("/v1/me/body");
  const pages = [
    ["editProfile", "/account/profile"], ["whoSees", "/account/visibility"], ["inbox", "/inbox"], ["inbox.settings", "/inbox/settings"], ["people", "/people"], ["friends", "/friends"], ["invite", "/invite"],
    ["blockedPeople", "/account/blocked"], ["bodyData", "/account/body"], ["sharing", "/account/sharing"], ["sessions", "/account/sessions"],
    ["security", "/account/security"], ["myData", "/account/data"],
  ];
  replace(page.root, element("h1", {}, page.text("account")),
    element("section", { class: "card person" }, avatar(me, 72), element("div", {}, element("strong", {}, me.name),
      me.username && element("p", { class: "muted" }, element("bdi", { dir: "ltr" }, `@${me.username}`)), counts(page, me))), me.bio && element("p", { dir: "auto" }, me.bio), facts(page, me, bodyFacts(page, body)),
    element("nav", { class: "list", "aria-label": page.text("settings") }, pages.map(([key, href]) => link(page.text(key), href))),
    element("p", {}, element("button", { class: "plain", onclick: () => page.signOut() }, page.text("signOut"))));
  await (await import("/people/person.js")).drawParts(page, me.id);
}

export function counts(page, person) {
  const path = `/people/${encodeURIComponent(person.id)}`;
  return element("p", { class: "row" },
    element("a", { href: `${path}/followers` }, page.text("followers", { n: person.followers })),
    element("a", { href: `${path}/following` }, page.text("following", { n: person.following })));
}

// Nobody needs more than this many pixels; the host makes it smaller still.
export async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, 1024 / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  } catch {
    return file;
  }
}

function picture(page, me) {
  const choose = element("input", { id: "picture", type: "file", accept: "image/jpeg,image/png,image/webp", class: "off-screen", onchange: async event => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      await upload("/v1/me/picture", await smaller(file));
      await page.changed();
    } catch (problem) {
      page.announce(problem.message);
    }
  } });
  const own = me.picture.startsWith("/v1/people/");
  return element("section", { class: "card person" }, avatar(me, 96), element("p", { class: "row" },
    choose, element("label", { for: "picture", class: "button" }, page.text("choosePicture")),
    own && action(page, page.text("removePicture"), async () => { await remove("/v1/me/picture"); await page.changed(); })));
}

async function countryOptions(page) {
  const { items } = await get("/v1/countries");
  const names = new Intl.DisplayNames([page.language, "en"], { type: "region", fallback: "none" });
  const name = country => ({ ar: country.nameArabic, en: country.name })[page.language] ?? names.of(country.code) ?? country.name;
  const named = items.map(country => [country.code, name(country)]);
  return [["", "–"], ...named.sort((one, other) => one[1].localeCompare(other[1], page.language))];
}

// The day before today where this person is, as a date field writes it.
const yesterday = now => new Date(Date.parse(dayOf(now)) - 864e5).toISOString().slice(0, 10);

// Done and leaving lead back to where the form was opened; whoever has just signed up goes on to where it was for, or home.
const ways = { account: ["/account", "back"], settings: ["/settings", "back"], start: ["/", "skipStep"] };

async function wayOn() {
  const query = new URLSearchParams(location.search);
  const [usual, leave] = ways[query.get("from")] ?? ways.account;
  const next = usual === "/" && query.get("next");
  return [next ? (await import("/account-pages.js")).ownPath(next) : usual, leave];
}

export async function profilePage(page) {
  const me = page.me;
  const genders = [["", "–"], ...["male", "female", "other", "undisclosed"].map(name => [name, page.text(`gender.${name}`)])];
  const fields = [
    { name: "name", label: page.text("fullName"), value: me.fullName, autocomplete: "name" },
    ...["firstName", "lastName"].map(name => ({ name, label: page.text(`field.${name}`), value: me[name], maxlength: 50 })),
    { name: "username", label: page.text("username"), value: me.username, dir: "ltr", maxlength: 30 },
    { name: "dateOfBirth", label: page.text("dateOfBirth"), type: "date", value: me.dateOfBirth, max: yesterday(page.now), autocomplete: "bday" },
    { name: "gender", label: page.text("gender"), options: genders, value: me.gender },
    { name: "country", label: page.text("country"), options: await countryOptions(page), value: me.country, autocomplete: "country" },
    { name: "bio", label: page.text("bio"), rows: 4, value: me.bio, maxlength: 500 },
  ];
  const [next, leave] = await wayOn();
  replace(page.root, element("h1", {}, page.text("editProfile")), picture(page, me), form(page, {
    fields, button: page.text("done"), more: [link(page.text(leave), next)],
    submit: async input => {
      const changes = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === "" ? null : value]));
      // What was not touched follows from the full name.
      for (const name of ["firstName", "lastName"]) if (changes[name] === me[name]) delete changes[name];
      if (changes.name === me.fullName) delete changes.name;
      await patch("/v1/me", { ...changes, timeZone: ownZone() });
      page.announce(page.text("saved"));
      await page.changed(next);
    },
  }), element("p", {}, link(page.text("bodyData"), "/account/body")));
  if (!me.country) proposeCountry(page, document.getElementById("field-country")).catch(() => null);
}

// The country where the device is, is filled in where its place may be known, and else offered to be: it is a proposal, and whoever has chosen one keeps it.
async function proposeCountry(page, select) {
  if (!navigator.geolocation) return;
  const { countryHere, isAllowed, mayLocate } = await import("/place.js");
  const said = element("p", { class: "row", id: "country-place", role: "status" });
  const fill = async () => {
    const code = await countryHere();
    if (select.value) return;
    if (code) select.value = code;
    replace(said, element("span", { class: "muted" }, page.text(select.value ? "country.here" : "country.unknown")));
  };
  select.after(said);
  if (await isAllowed()) return fill();
  replace(said, element("button", { type: "button", class: "plain", onclick: async () => await mayLocate(page.text, page.text("country.why")) ? fill() : page.announce(page.text("country.unknown")) }, page.text("country.fill")));
}

export function visibilityPage(page) {
  const circles = ["everyone", "followers", "friends", "nobody"];
  const fields = Object.entries(page.me.visibility).sort().map(([name, value]) => ({
    name, value, label: page.text(`field.${name}`),
    options: (["contacts", "search"].includes(name) ? ["everyone", "nobody"] : circles).map(circle => [circle, page.text(`circle.${circle}`)]),
  }));
  replace(page.root, element("h1", {}, page.text("whoSees")), form(page, {
    fields, more: [link(page.text("back"), "/account")],
    submit: async visibility => {
      await patch("/v1/me", { visibility });
      page.announce(page.text("saved"));
      await page.changed("/account");
    },
  }));
}
