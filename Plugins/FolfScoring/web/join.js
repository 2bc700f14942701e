// What the lobby's link and QR code lead to: joining, after signing in if need be.
import { base, look } from "./shared.js";

export default async function page(app) {
  const here = `/${app.area}/join/${encodeURIComponent(app.parameters.code)}`;
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(here)}`);
  try {
    const { round } = await app.post(`${base}/rounds/join`, { code: app.parameters.code });
    await app.replaceBy(`/${app.area}/rounds/${round}`);
  } catch (problem) {
    app.replace(app.root, look(app), app.element("h1", {}, app.text("join")), app.element("p", { class: "card error", role: "alert" }, app.said(problem)),
      app.element("a", { class: "button", href: `/${app.area}` }, app.text("toStart")));
  }
}
