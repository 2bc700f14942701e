// What a player without an account was handed: making the row of a card the own one.
import { base, courseName, date, look } from "./shared.js";

export default async function page(app) {
  const { claim } = app.parameters;
  if (!app.me || app.me.kind === "guest") return app.replaceBy(`/sign-in?back=${encodeURIComponent(`/${app.area}/claim/${claim}`)}`);
  const path = `${base}/claims/${encodeURIComponent(claim)}`;
  const title = app.element("h1", {}, app.text("claim"));
  let found;
  try {
    found = await app.get(path);
  } catch (problem) {
    return app.replace(app.root, look(app), title, app.element("p", { class: "card error", role: "alert" }, app.said(problem)),
      app.element("a", { class: "button", href: `/${app.area}` }, app.text("toStart")));
  }
  const mistake = app.element("p", { class: "error", role: "alert" });
  const take = async () => {
    try {
      const { round } = await app.put(path);
      app.announce(app.text("claimed"));
      await app.replaceBy(`/${app.area}/rounds/${round}`);
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  const course = courseName(app, { courseName: found.courseName });
  app.replace(app.root, look(app), title, app.element("section", { class: "card" },
    app.element("p", {}, app.text("claimQuestion", { name: found.name, course, date: found.startedAt ? date(app, found.startedAt) : "" })),
    app.element("button", { type: "button", onclick: take }, app.text("claimYes")), mistake));
}
