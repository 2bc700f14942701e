// The rules in short, with the numbers under which they stand in the official rules, what the games are, and where to read on.
import { formats, games } from "./games.js";
import { look } from "./shared.js";

const official = "https://www.pdga.com/rules/official-rules-disc-golf";
const parts = ["throwing", "order", "lie", "mandatory", "lost", "outOfBounds", "holing", "scoring", "misplay", "courtesy"];

export default async function page(app) {
  const news = await app.get(`/v1/content/pages?language=${app.language}`).catch(() => ({ items: [] }));
  const recent = news.items.filter(item => item.section === "news").slice(0, 5);
  app.replace(app.root, look(app), app.element("h1", {}, app.text("rules")),
    app.element("p", { class: "row" }, app.element("a", { class: "button plain", href: official, rel: "noopener", target: "_blank" }, app.text("officialRules")),
      app.element("a", { class: "button plain", href: "/help" }, app.text("guidesAndNews"))),
    recent.length > 0 && app.element("section", { class: "card" }, app.element("h2", {}, app.text("news")), app.element("ul", {}, recent.map(item =>
      app.element("li", {}, app.element("a", { href: `/help/pages/${encodeURIComponent(item.page)}` }, item.title))))),
    app.element("section", { class: "card" }, app.element("h2", {}, app.text("rulesInShort")), app.element("dl", {}, parts.flatMap(part => [
      app.element("dt", {}, app.element("strong", {}, app.text(`rule.${part}.title`))), app.element("dd", {}, app.text(`rule.${part}`))]))),
    app.element("section", { class: "card" }, app.element("h2", {}, app.text("theGames")), app.element("dl", {}, games.flatMap(kind => [
      app.element("dt", {}, app.element("strong", {}, app.text(`game.${kind}`))), app.element("dd", {}, app.text(`about.${kind}`))]), formats.slice(1).flatMap(kind => [
      app.element("dt", {}, app.element("strong", {}, app.text(`format.${kind}`))), app.element("dd", {}, app.text(`formatAbout.${kind}`))]))));
}
