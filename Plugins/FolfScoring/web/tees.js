// From which tee somebody plays, and what else is somebody's own on a card: team, handicap and the letters on its head.
import { number, playerName } from "./shared.js";

/** The button with the colour of a player's tee; it opens a window with those that the course has. */
export function teeButton(app, path, round, player, act) {
  const name = playerName(app, player);
  const sign = colour => app.element("span", { class: `tee ${colour}`, "aria-hidden": "true" });
  const mayChange = round.isHost || player.id === round.me || player.mayHandOn;
  const button = app.element("button", { type: "button", class: "plain tee-button", disabled: !mayChange, onclick: () => open() },
    sign(player.tee), ` ${app.text("tee")}`, player.handicap ? ` · ${app.text("hcp", { n: number(app, player.handicap) })}` : "",
    player.team ? ` · ${app.text("team", { n: number(app, player.team) })}` : "");
  button.setAttribute("aria-label", `${name}: ${app.text("tee")}, ${app.text(`tee.${player.tee}`)}`);
  const open = async () => {
    const tees = app.element("fieldset", { class: "plain tees" }, app.element("legend", {}, app.text("teeChoice")), round.tees.map(colour => {
      const field = app.element("input", { type: "radio", name: "tee", value: colour, checked: colour === player.tee });
      return app.element("label", { class: "check" }, field, sign(colour), ` ${app.text(`tee.${colour}`)}`, colour === "red" ? ` ${app.text("normalPar")}` : "");
    }));
    const team = app.element("select", { id: "team" }, Array.from({ length: 11 }, (_, at) => app.element("option", { value: at, selected: at === (player.team ?? 0) }, at ? app.text("team", { n: number(app, at) }) : "–")));
    const handicap = app.element("input", { id: "handicap", type: "number", inputmode: "numeric", min: -20, max: 60, value: player.handicap });
    const letters = app.element("input", { id: "card-name", maxlength: 3, value: player.cardName, autocapitalize: "characters", autocomplete: "off", class: "code" });
    const dialog = app.element("fh-dialog", { heading: name, leave: app.text("no") }, tees,
      app.element("label", { for: "team" }, app.text("teamOf")), team, app.element("label", { for: "handicap" }, app.text("handicap")), handicap,
      suggestion(app, round, player, handicap), app.element("label", { for: "card-name" }, app.text("cardName")), letters,
      app.element("p", { class: "actions" }, app.element("button", { value: "save" }, app.text("save"))));
    if (await app.asked(dialog, app.root) !== "save") return;
    const colour = tees.querySelector("input:checked")?.value ?? player.tee;
    const wanted = letters.value.trim();
    await act(() => app.put(`${path}/players/${player.id}`, { tee: colour, team: Number(team.value), handicap: Number(handicap.value) || 0,
      ...wanted !== player.cardName && { cardName: wanted } }));
  };
  return button;
}

// What my rating suggests on this layout.
function suggestion(app, round, player, field) {
  if (player.id !== round.me) return null;
  const place = app.element("p", { class: "muted" });
  app.get(`/v1/folf-scoring/rounds/${encodeURIComponent(round.id)}/handicap`).then(({ handicap }) => {
    if (handicap === undefined || handicap === null) return;
    app.replace(place, app.text("handicapSuggested", { n: number(app, handicap) }), " ",
      app.element("button", { type: "button", class: "plain", onclick: () => { field.value = handicap; } }, app.text("takeOver")));
  }).catch(() => null);
  return place;
}
