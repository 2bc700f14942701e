// Tutorials: films and texts of the operators, each with a picture if it has one.
import { element } from "/dom.js";

// What leads to a film elsewhere. It opens beside the app, which tells its host nothing.
export function film(video, text) {
  return video && element("a", { class: "button plain", href: video, target: "_blank", rel: "nofollow noopener noreferrer" }, text("help.film", { host: new URL(video).host }));
}

// All of them, as a card.
export function filmCard(items, text) {
  return element("section", { class: "card", id: "tutorials" }, element("h2", {}, text("help.tutorials")), element("ul", { class: "plain" }, items.map(item =>
    element("li", { class: "film" }, item.picture && element("img", { src: item.picture, alt: "", width: 112, height: 72, loading: "lazy" }),
      element("a", { href: `/help/pages/${encodeURIComponent(item.page)}`, lang: item.language, dir: "auto" }, item.title), film(item.video, text)))));
}
