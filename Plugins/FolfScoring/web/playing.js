// For what a round is played: one game, or several at once on the same throws, with handicaps and teams; the host chooses.
import { formats, games } from "./games.js";

export function play(app, path, act) {
  const first = app.element("select", { id: "game", onchange: () => change() }, games.map(kind => app.element("option", { value: kind }, app.text(`game.${kind}`))));
  const help = app.element("p", { class: "muted" });
  const others = games.map(kind => box(app, `game-${kind}`, app.text(`game.${kind}`), () => change()));
  const isNet = box(app, "net", app.text("withHandicap"), () => change());
  const byTeam = box(app, "by-team", app.text("teamsPlay"), () => change());
  const format = app.element("select", { id: "format", onchange: () => change() }, formats.map(name => app.element("option", { value: name }, app.text(`format.${name}`))));
  const about = app.element("p", { class: "muted" });
  const fields = [first, format, ...[...others, isNet, byTeam].map(one => one.field)];
  // Changes that are on their way: until they have come, what is chosen here counts, and not what an answer of before says.
  let pending = 0;
  const change = () => {
    const kinds = [first.value, ...games.filter((kind, at) => kind !== first.value && others[at].field.checked)];
    const flags = { ...isNet.field.checked && { isNet: true }, ...byTeam.field.checked && { byTeam: true } };
    pending += 1;
    return act(() => app.put(`${path}/games`, { games: kinds.map(kind => ({ kind, ...flags })), format: format.value }).finally(() => { pending -= 1; }));
  };
  const show = round => {
    if (pending) return;
    const kinds = round.games.map(game => game.kind);
    if (document.activeElement !== first) first.value = kinds[0] ?? "stroke";
    help.textContent = app.text(`about.${kinds[0] ?? "stroke"}`);
    games.forEach((kind, at) => {
      others[at].field.checked = kinds.includes(kind);
      others[at].node.hidden = kind === (kinds[0] ?? "stroke");
    });
    isNet.field.checked = round.games.some(game => game.isNet);
    byTeam.field.checked = round.games.some(game => game.byTeam);
    if (document.activeElement !== format) format.value = round.format;
    about.textContent = app.text(`formatAbout.${round.format}`);
    for (const field of fields) field.disabled = !round.isHost;
  };
  const node = app.element("section", { class: "card" }, app.element("label", { for: "game" }, app.text("game")), first, help,
    app.element("details", {}, app.element("summary", {}, app.text("moreGames")), others.map(one => one.node), isNet.node, byTeam.node,
      app.element("label", { for: "format" }, app.text("format")), format, about));
  return { node, show };
}

function box(app, id, label, change) {
  const field = app.element("input", { type: "checkbox", id, onchange: change });
  return { field, node: app.element("label", { class: "check", for: id }, field, " ", label) };
}
