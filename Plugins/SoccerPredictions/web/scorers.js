// The scorers of a prediction, chosen from the squads: of each team as many as goals are predicted for it.
const base = "/v1/soccer-predictions";

/** The chosen players that a score still has room for, each team's first ones. */
export function fitting(match, scorers, goals) {
  return ["home", "away"].flatMap(side => scorers.filter(id => id.startsWith(`${match[side].id}:`)).slice(0, goals[side] ?? 0));
}

/** Two lists to tick, which follow the score in `form`; `ids()` are the chosen players. */
export function scorerChoice(app, match, form, chosen) {
  const node = app.element("details", { class: "scorers" }, app.element("summary", {}, app.text("scorersChoose")));
  const sides = { home: [], away: [] };
  let isRead = false;
  const count = side => Number(form.querySelector(`[name=${side}]`)?.value ?? 0) || 0;
  const ids = () => isRead ? ["home", "away"].flatMap(side => sides[side].filter(box => box.checked).map(box => box.value))
    : fitting(match, chosen, { home: count("home"), away: count("away") });
  const limit = () => {
    for (const side of ["home", "away"]) {
      const ticked = sides[side].filter(box => box.checked);
      for (const box of ticked.slice(count(side))) box.checked = false;
      const isFull = Math.min(ticked.length, count(side)) === count(side);
      for (const box of sides[side]) box.disabled = isFull && !box.checked;
    }
  };
  const draw = async () => {
    const squads = await app.get(`${base}/matches/${encodeURIComponent(match.id)}/squads`);
    const part = side => {
      sides[side] = squads[side].map(player => app.element("input", { type: "checkbox", value: player.id, checked: chosen.includes(player.id), onchange: limit }));
      return app.element("fieldset", {}, app.element("legend", {}, match[side].name), squads[side].length
        ? squads[side].map((player, index) => app.element("label", { class: "row" }, sides[side][index], app.element("bdi", {}, player.name)))
        : app.element("p", { class: "muted" }, app.text("scorersUnknown")));
    };
    node.append(app.element("p", { class: "muted" }, app.text("scorersLimit")), app.element("div", { class: "row" }, part("home"), part("away")));
    isRead = true;
    limit();
  };
  node.addEventListener("toggle", () => { if (node.open && !isRead) draw().catch(problem => app.announce(app.said(problem))); });
  return { node, ids, limit };
}
