// The lobby of a round: its code, who has come, what is played for.
import { asking, base, playerName, said } from "./shared.js";

const games = ["stroke", "skins", "match", "nassau", "stableford"];

export function lobby(app, path, round, again) {
  const code = app.element("p", { class: "code", translate: "no" });
  const people = app.element("ul", { class: "people" });
  const game = app.element("select", { id: "game", onchange: () => act(() => app.put(`${path}/game`, { game: game.value })) },
    games.map(name => app.element("option", { value: name }, app.text(`game.${name}`))));
  const help = app.element("p", { class: "muted" });
  const buttons = app.element("div", { class: "row" });
  const act = async change => {
    try {
      await change();
    } catch (problem) {
      app.announce(said(problem));
    }
    await again();
  };
  let [drawn, mine] = [null, null];
  const show = next => {
    code.textContent = next.code ?? "";
    if (document.activeElement !== game) game.value = next.game;
    game.disabled = !next.isHost;
    help.textContent = app.text(`about.${next.game}`);
    const now = JSON.stringify([next.players.map(({ id, name, isHost }) => [id, name, isHost]), next.isHost]);
    if (now !== drawn) app.replace(people, next.players.map(player => person(app, path, next, player, act)));
    drawn = now;
    // A question that is open stays open while others come.
    if (mine === next.isHost) return;
    mine = next.isHost;
    app.replace(buttons, next.isHost
      ? [app.element("button", { type: "button", onclick: () => act(() => app.post(`${path}/start`)) }, app.text("start")),
        asking(app, "cancel", "cancelQuestion", () => act(() => app.post(`${path}/cancel`)))]
      : [app.element("p", { class: "muted" }, app.text("waitForHost")),
        asking(app, "leave", "leaveQuestion", async () => {
          await app.remove(`${path}/players/${next.me}`);
          await app.go(`/${app.area}`);
        })]);
  };
  return { show, nodes: [
    app.element("section", { class: "card invite" }, app.element("h2", {}, app.text("code")), code,
      app.element("p", { class: "muted" }, app.text("codeHelp"))),
    app.element("section", { class: "card" }, app.element("h2", {}, app.text("players")), people, guestForm(app, path, act)),
    app.element("section", { class: "card" }, app.element("label", { for: "game" }, app.text("game")), game, help),
    buttons,
  ] };
}

function person(app, path, round, player, act) {
  const name = playerName(app, player);
  const mayRemove = round.isHost && player.id !== round.me;
  return app.element("li", { class: "person" },
    player.picture ? app.element("img", { class: "avatar crest", src: player.picture, alt: "" }) : app.crest(name),
    app.element("bdi", {}, name), player.isHost && app.element("span", { class: "badge" }, "♛ ", app.text("host")),
    !player.account && app.element("span", { class: "muted" }, app.text("guest")),
    mayRemove && app.element("span", { class: "end" },
      asking(app, "remove", "removeQuestion", () => act(() => app.remove(`${path}/players/${player.id}`)))));
}

function guestForm(app, path, act) {
  const name = app.element("input", { id: "guest", maxlength: 40, required: true, autocomplete: "off" });
  const add = async event => {
    event.preventDefault();
    const wanted = name.value;
    await act(async () => {
      await app.post(`${path}/guests`, { name: wanted });
      if (name.value === wanted) name.value = "";
    });
    name.focus();
  };
  return app.element("form", { onsubmit: add }, app.element("label", { for: "guest" }, app.text("guestName")),
    app.element("div", { class: "row" }, name, app.element("button", { class: "plain" }, app.text("addGuest"))));
}
