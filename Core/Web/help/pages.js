// What operators have written for everybody: terms, privacy policy, FAQ, about, tutorials, rules, guides and news.
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action, link } from "/account/form.js";
import { film, filmCard, player } from "/help/films.js";

export const address = name => `/help/pages/${encodeURIComponent(name)}`;

export async function listPage(page) {
  const { items } = await page.get(`/v1/content/pages?language=${page.language}`);
  const films = items.filter(item => item.section === "tutorials");
  const sections = ["help", "rules", "guides", "news"].map(section => [section, items.filter(item => item.section === section && item.page !== "donate")]);
  const donate = items.find(item => item.page === "donate");
  replace(page.root, element("h1", {}, page.text("help")), films.length > 0 && filmCard(films, page.text), sections.filter(([, found]) => found.length).map(([section, found]) =>
    element("section", { class: "card" }, element("h2", {}, page.text(`help.${section}`)),
      element("ul", { class: "plain" }, found.map(item => element("li", {}, element("a", { href: address(item.page), lang: item.language, dir: "auto" }, item.title)))))),
  donate && support(page, donate), items.length === 0 && element("p", { class: "muted" }, page.text("help.none")),
  element("p", { class: "row" }, link(page.text("help.contact"), "/help/contact"), action(page, page.text("tour.show"), page.tour)));
}

// What operators have written on how to give something.
function support(page, { language, title }) {
  return element("section", { class: "card", id: "support" }, element("h2", {}, page.text("help.support")), element("p", {}, page.text("help.supportIntro")),
    element("p", {}, element("a", { class: "button", href: address("donate"), lang: language, dir: "auto" }, title)));
}

export async function textPage(page, name) {
  await show(page, `/v1/content/pages/${encodeURIComponent(name)}?language=${page.language}`);
}

// A version as somebody once accepted it.
export async function versionPage(page, name, version) {
  await show(page, `/v1/content/pages/${encodeURIComponent(name)}/versions/${version}`);
}

async function show(page, path) {
  let found;
  try {
    found = await page.get(path);
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    return replace(page.root, element("h1", {}, page.text("notFound")), link(page.text("back"), "/help"));
  }
  const long = format(page.language, { dateStyle: "long" });
  const day = long.format(new Date(found.publishedAt));
  replace(page.root, element("article", { class: "card prose", lang: found.language, dir: "auto" },
    element("h1", {}, found.title), player(found.video, found.picture) || found.picture && element("img", { class: "still", src: found.picture, alt: "" }), ...markup(found.html),
    element("p", { dir: "auto", lang: page.language }, film(found.video, page.text))),
  element("p", { class: "muted" }, page.text("help.version", { version: found.version, day })),
  element("p", { class: "row" }, link(page.text("back"), "/help"), link(page.text("help.contact"), "/help/contact")));
}

// The host's own translation of CommonMark: text, links and pictures. Links to elsewhere open beside the app and tell nothing of it.
function markup(html) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  for (const anchor of /** @type {NodeListOf<HTMLAnchorElement>} */ (body.querySelectorAll("a[href]"))) {
    if (anchor.origin === location.origin) continue;
    anchor.target = "_blank";
    anchor.rel = "noopener noreferrer nofollow";
  }
  return [...body.childNodes];
}
