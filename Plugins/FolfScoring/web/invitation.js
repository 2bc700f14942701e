// What the message of an invitation leads to: coming to the lobby.
import { base, look } from "./shared.js";

export default async function page(app) {
  const { round } = app.parameters;
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(`/${app.area}/rounds/${round}/invitation`)}`);
  const mistake = app.element("p", { class: "error", role: "alert" });
  const accept = async () => {
    mistake.textContent = "";
    try {
      await app.confirmed(async () => {
        await app.post(`${base}/rounds/${encodeURIComponent(round)}/acceptance`);
        await app.replaceBy(`/${app.area}/rounds/${round}`);
      });
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("invitation")), app.element("section", { class: "card" },
    app.element("p", {}, app.text("invitationAbout")), app.element("button", { type: "button", onclick: accept }, app.text("accept")), mistake));
}
