// How somebody likes to play: the letters on the card, the tee, and what stands on the first page.
import { base, look, refusal } from "./shared.js";

const all = ["favourites", "join", "statistics", "discs", "courses", "rules"];
const tees = ["red", "white", "blue", "yellow"];

export default async function page(app) {
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const profile = await app.get(`${base}/me/profile`);
  const letters = app.element("input", { id: "card-name", class: "code", maxlength: 4, value: profile.cardName, autocapitalize: "characters", autocomplete: "off", "aria-describedby": "card-name-mistake" });
  const mistake = app.element("p", { class: "error", id: "card-name-mistake", role: "alert" });
  const tee = app.element("select", { id: "tee" }, tees.map(colour => app.element("option", { value: colour, selected: colour === profile.tee }, `${app.text(`tee.${colour}`)}${colour === "red" ? ` ${app.text("normalPar")}` : ""}`)));
  let chosen = profile.hasChosen ? profile.shortcuts : ["join", "favourites", "statistics"];
  const list = app.element("ul", { class: "people" });
  const draw = () => app.replace(list, [...chosen, ...all.filter(name => !chosen.includes(name))].map(name => {
    const field = app.element("input", { type: "checkbox", id: `shortcut-${name}`, checked: chosen.includes(name), onchange: () => {
      chosen = field.checked ? [...chosen, name] : chosen.filter(one => one !== name);
      draw();
    } });
    const at = chosen.indexOf(name);
    return app.element("li", { class: "person" }, app.element("label", { class: "check", for: `shortcut-${name}` }, field, " ", app.text(name)),
      app.element("span", { class: "end" }, at > 0 && app.element("button", { type: "button", class: "plain", "aria-label": app.text("earlier", { name: app.text(name) }), onclick: () => {
        chosen.splice(at - 1, 2, name, chosen[at - 1]);
        draw();
      } }, "↑")));
  }));
  const save = async event => {
    event.preventDefault();
    mistake.textContent = "";
    const value = letters.value.trim();
    try {
      await app.put(`${base}/me/profile`, { ...value && { cardName: value }, tee: tee.value, shortcuts: chosen });
      app.announce(app.text("saved"));
      await app.go(`/${app.area}`);
    } catch (problem) {
      mistake.textContent = refusal(app, problem);
      letters.focus();
    }
  };
  draw();
  app.replace(app.root, look(app), app.element("h1", {}, app.text("settings")), app.element("form", { class: "card", novalidate: true, onsubmit: save },
    app.element("label", { for: "card-name" }, app.text("cardName")), letters, mistake, app.element("label", { for: "tee" }, app.text("usualTee")), tee,
    app.element("h2", {}, app.text("firstPage")), list, app.element("button", {}, app.text("save"))));
}
