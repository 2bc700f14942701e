// The one place for an advertisement, below the page of a plugin, named as what it is. Nothing is asked of elsewhere, and nothing is told
// but that it was looked at and followed.
import { get, post } from "/api.js";
import { element, replace } from "/dom.js";

const place = document.getElementById("advertisement");
let watch = null;
let asked = 0;

// Takes away what is there, and shows what there is for a page of an area; nothing for any other page.
export async function showAdvertisement(area, path, text) {
  const mine = ++asked;
  watch?.disconnect();
  replace(place);
  place.hidden = true;
  if (!area) return;
  const { advertisement } = await get(`/v1/content/advertisement?${new URLSearchParams({ area, path })}`).catch(() => ({}));
  if (!advertisement || mine !== asked) return;
  const tell = deed => post(`/v1/content/advertisements/${encodeURIComponent(advertisement.id)}/${deed}`).catch(() => null);
  const link = element("a", { class: "card", href: advertisement.link, target: "_blank", rel: "sponsored nofollow noopener noreferrer", onclick: () => { tell("clicks"); } },
    advertisement.picture && element("img", { src: advertisement.picture, alt: "", width: 80, height: 80 }),
    element("div", {}, element("p", { dir: "auto" }, element("strong", {}, advertisement.title)), advertisement.text && element("p", { dir: "auto" }, advertisement.text),
      element("p", { class: "muted", dir: "ltr" }, new URL(advertisement.link).host)));
  place.setAttribute("aria-label", text("advertisement"));
  replace(place, element("p", { class: "muted" }, text("advertisement")), link);
  place.hidden = false;
  look(link, () => tell("views"));
}

// It was looked at once half of it was in the window for a second.
function look(node, seen) {
  let timer = null;
  watch = new IntersectionObserver(entries => {
    clearTimeout(timer);
    // A busy page is told several things at once, of which the last one holds.
    if (entries.at(-1).isIntersecting) timer = setTimeout(() => { watch.disconnect(); seen(); }, 1000);
  }, { threshold: 0.5 });
  watch.observe(node);
}
