// Tutorials: films and texts of the operators, each with a picture if it has one.
import { element } from "/dom.js";
import { icon } from "/signs.js";

const isOurs = video => video.startsWith("/");

// A film that operators have uploaded here, to be played in its place; nothing for one of elsewhere.
export function player(video, picture) {
  return video && isOurs(video) && element("video", { class: "player", src: video, controls: true, preload: "metadata", playsinline: true, ...picture && { poster: picture } });
}

// What leads to a film elsewhere. It opens beside the app, which tells its host nothing.
export function film(video, text) {
  return video && !isOurs(video) && element("a", { class: "button plain", href: video, target: "_blank", rel: "nofollow noopener noreferrer" }, icon("play"), text("help.film", { host: new URL(video).host }));
}

// All of them, as a card.
export function filmCard(items, text) {
  return element("section", { class: "card", id: "tutorials" }, element("h2", {}, text("help.tutorials")), element("ul", { class: "plain" }, items.map(item =>
    element("li", { class: "film" }, item.picture && element("img", { src: item.picture, alt: "", width: 112, height: 72, loading: "lazy" }),
      element("a", { href: `/help/pages/${encodeURIComponent(item.page)}`, lang: item.language, dir: "auto" }, item.title), watch(item, text), film(item.video, text)))));
}

// What leads to the page on which a film of ours is played.
function watch({ page, video }, text) {
  return video && isOurs(video) && element("a", { class: "button plain", href: `/help/pages/${encodeURIComponent(page)}` }, icon("play"), text("help.watch"));
}
