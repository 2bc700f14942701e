// Pictures and videos of a post: where they are chosen, and how they are shown.
import { post } from "/api.js";
import { confirmed, element, replace } from "/dom.js";
import { sentence } from "/account/form.js";
import { smaller } from "/account/profile.js";
import { film } from "/help/films.js";

const most = 5;
const isOurs = address => address.startsWith("/");

// Up to five: pictures of the device, which are sent to the host when they are chosen, and addresses, each in a field of its own.
export function mediaFields(page, id, media, pictures) {
  const list = element("div", { class: "media-fields" });
  const hint = element("p", { class: "muted hint", id: `${id}-media-hint`, hidden: true }, page.text("feed.mediaHint", { n: most }));
  const trouble = element("p", { class: "error", role: "alert" });
  const fields = () => /** @type {any[]} */ ([...list.querySelectorAll("input")]);
  const tidy = () => {
    const isFull = fields().length >= most;
    more.hidden = choose.disabled = isFull;
    label.hidden = isFull;
    hint.hidden = fields().length === 0;
  };
  const line = (input, shown, name) => {
    const place = element("p", { class: "line" }, input, shown, element("button", { type: "button", class: "plain", "aria-label": page.text(name), onclick: () => {
      place.remove();
      tidy();
      more.focus();
    } }, "×"));
    list.append(place);
    tidy();
    return input;
  };
  const write = (value = "") => {
    const input = element("input", { type: "url", dir: "ltr", maxlength: 2000, inputmode: "url", autocomplete: "off", "aria-label": page.text("feed.media"), "aria-describedby": `${id}-media-hint`, placeholder: "https://" });
    input.value = value;
    return line(input, null, "feed.removeMedia");
  };
  const show = address => line(element("input", { type: "hidden", value: address }), element("img", { src: address, alt: page.text("feed.picture") }), "removePicture");
  const send = async () => {
    const [file] = choose.files;
    choose.value = "";
    if (!file) return;
    trouble.textContent = "";
    choose.disabled = true;
    try {
      const small = await smaller(file);
      await confirmed(async () => show((await post(pictures, small)).address), page.text("received"));
    } catch (problem) {
      trouble.textContent = problem.status === 0 ? page.text("feed.notSent") : sentence(page, problem);
    } finally {
      tidy();
    }
  };
  const choose = element("input", { id: `${id}-picture`, type: "file", accept: "image/jpeg,image/png,image/webp", class: "off-screen", onchange: send });
  const label = element("label", { for: `${id}-picture`, class: "button plain small" }, page.text("choosePicture"));
  const more = element("button", { type: "button", class: "plain small", onclick: () => write().focus() }, page.text("feed.addMedia"));
  for (const address of media) isOurs(address) ? show(address) : write(address);
  tidy();
  const filled = () => fields().filter(input => input.value.trim());
  return {
    node: [list, hint, element("p", { class: "row" }, choose, label, more), trouble], values: () => filled().map(input => input.value.trim()),
    field: index => filled().map(input => input.type === "hidden" ? choose : input)[index], forget: () => { replace(list); tidy(); },
  };
}

// Pictures that lie here are shown. What lies elsewhere is a link: loading it would tell its host who reads this, and when. That of
// a film says so.
export function shownMedia(page, { media, author }) {
  return media.length > 0 && element("ul", { class: "media" }, media.map(address => element("li", {}, isOurs(address)
    ? element("a", { href: address, target: "_blank", rel: "noopener" }, element("img", { src: address, alt: page.text("feed.pictureOf", { name: author?.name ?? "" }), loading: "lazy" }))
    : isFilm(address) ? film(address, page.text) : element("a", { href: address, target: "_blank", rel: "nofollow noopener noreferrer", dir: "ltr" }, shown(address)))));
}

const filmHosts = ["youtube.com", "youtu.be", "vimeo.com", "dailymotion.com", "twitch.tv"];

function isFilm(address) {
  const { hostname, pathname } = new URL(address);
  return /\.(mp4|m4v|webm|mov|ogv)$/i.test(pathname) || filmHosts.some(host => hostname === host || hostname.endsWith(`.${host}`));
}

// The host and the end of an address are what people know it by.
function shown(address) {
  const { host, pathname } = new URL(address);
  const name = pathname.split("/").filter(Boolean).at(-1) ?? "";
  return name ? `${host}/…/${name}`.slice(0, 80) : host;
}
