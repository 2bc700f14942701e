// The templates of a coach: a challenge is made of one, or it is removed.
import { base, daysLong, number } from "./shared.js";
import { made } from "./leading.js";

export async function templates(app) {
  const place = app.element("section", {});
  const draw = async () => {
    const { items } = await app.get(`${base}/me/templates`);
    app.replace(place, items.length > 0 && [app.element("h2", {}, app.text("templates")), app.element("fh-list", { label: app.text("templates") }, items.map(item => row(app, item, draw)))]);
  };
  await draw();
  return place;
}

function row(app, item, draw) {
  const address = `${base}/me/templates/${encodeURIComponent(item.id)}`;
  const facts = [app.text(`kind.${item.kind}`), app.text("difficultyOf", { n: number(app, item.difficulty) }), daysLong(app, item.days)].join(" · ");
  const named = (button, key) => {
    button.setAttribute("aria-label", `${app.text(key)}: ${item.name}`);
    return button;
  };
  return app.element("div", {}, item.cover && app.element("img", { src: item.cover, alt: "", class: "level" }),
    app.element("span", { class: "grow" }, app.element("bdi", {}, item.name), app.element("small", {}, facts)),
    named(app.action(app.text("useTemplate"), () => made(app, item, `${address}/challenges`), ""), "useTemplate"),
    named(app.action(app.text("removeTemplate"), async () => {
      await app.remove(address);
      await draw();
    }), "removeTemplate"));
}
