// The lobby of a game that is begun without a connection: what is played for, and who plays on this phone's card.
import { games } from "./games.js";
import { bring, draft, forget, keep, shortID } from "./local.js";
import { asking, courseName, look } from "./shared.js";

export default async function page(app) {
  const found = draft(app.parameters.round);
  if (!found || found.state !== "lobby") return app.replaceBy(found ? `/${app.area}/rounds/${found.round}` : `/${app.area}`);
  const people = app.element("ul", { class: "people" });
  const game = app.element("select", { id: "game", onchange: () => {
    found.games = [{ kind: game.value }];
    keep(found);
    help.textContent = app.text(`about.${game.value}`);
  } }, games.filter(kind => kind !== "wolf").map(kind => app.element("option", { value: kind }, app.text(`game.${kind}`))));
  const help = app.element("p", { class: "muted" }, app.text("about.stroke"));
  const draw = () => app.replace(people, found.players.map(player => app.element("li", { class: "person" }, app.crest(player.name), app.element("bdi", {}, player.name),
    player.id !== found.me && app.element("span", { class: "end" }, app.element("button", { type: "button", class: "plain", "aria-label": `${app.text("remove")}: ${player.name}`, onclick: () => {
      found.players = found.players.filter(one => one !== player);
      keep(found);
      draw();
    } }, app.text("remove"))))));
  const add = name => {
    found.players.push({ id: shortID(20), name });
    keep(found);
    draw();
  };
  const start = async () => {
    Object.assign(found, { state: "running", startedAt: app.instant() });
    keep(found);
    await bring(app, found);
    await app.replaceBy(`/${app.area}/rounds/${found.round}`);
  };
  draw();
  app.replace(app.root, look(app), app.element("h1", {}, app.text("offlineLobby")), app.element("p", { class: "muted" }, courseName(app, { courseName: found.courseName, layoutName: found.layout })),
    app.element("p", { class: "muted" }, app.text("offlineAbout")),
    app.element("section", { class: "card" }, app.element("label", { for: "game" }, app.text("game")), game, help),
    app.element("section", { class: "card" }, app.element("h2", {}, app.text("players")), people, guests(app, add)),
    app.element("div", { class: "row begin" }, app.element("button", { type: "button", class: "button", onclick: () => start().catch(problem => app.announce(app.said(problem))) }, app.text("start")),
      asking(app, "cancel", "cancelQuestion", async () => {
        forget(found.round);
        await app.go(`/${app.area}`);
      })));
}

// A window that asks for one name after the other.
function guests(app, add) {
  const name = app.element("input", { id: "guest", maxlength: 40, autocomplete: "off" });
  const added = app.element("p", { class: "muted", role: "status" });
  const mistake = app.element("p", { class: "error", role: "alert" });
  const take = () => {
    const wanted = name.value.trim();
    mistake.textContent = wanted ? "" : app.text("nameMissing");
    if (!wanted) return false;
    add(wanted);
    added.textContent = app.text("guestAdded", { name: wanted });
    name.value = "";
    return true;
  };
  const dialog = app.element("fh-dialog", { heading: app.text("addGuestPlayer"), leave: app.text("no") }, app.element("label", { for: "guest" }, app.text("nameOfPlayer")), name, mistake, added,
    app.element("p", { class: "actions" }, app.element("button", { type: "button", class: "plain", onclick: () => {
      take();
      name.focus();
    } }, app.text("addAnother")), app.element("button", { value: "done" }, app.text("done"))));
  const open = async () => {
    [name.value, added.textContent, mistake.textContent] = ["", "", ""];
    await customElements.whenDefined("fh-dialog");
    if (await dialog.ask() === "done" && name.value.trim()) take();
  };
  return app.element("div", {}, app.element("button", { type: "button", class: "plain", onclick: open }, app.text("addGuestPlayer")), dialog);
}
