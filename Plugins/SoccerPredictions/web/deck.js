// The teams of a league one by one: swiped to the right a team is favoured, to the left it is not any more, up and down lead to the next one
// and the one before. The arrow keys do the same.
import { heart } from "./favourites.js";
import { base, number, path, sign } from "./parts.js";

// So far a finger moves until it is a swipe, in CSS pixels.
const least = 40;

export async function deckPage(app, body, league, place) {
  const [{ items }, mine] = await Promise.all([app.get(`${base}/leagues/${path(league)}/teams`), app.get(`${base}/me/favourites`)]);
  if (!items.length) return app.replace(body, app.element("p", { class: "muted" }, app.text("empty")));
  const favoured = new Set(mine.teams.map(({ id }) => id));
  let index = 0;
  const card = app.element("section", { class: "card deck", tabindex: 0, "aria-label": app.text("teamsOneByOne") });
  const draw = () => {
    const team = items[index];
    card.setAttribute("data-team", team.id);
    app.replace(card, sign(app, team, "team"), app.element("h2", { "aria-live": "polite" }, team.name),
      heart(app, "teams", team, favoured.has(team.id), is => is ? favoured.add(team.id) : favoured.delete(team.id)),
      app.element("small", { class: "muted" }, `${number(app, index + 1)} / ${number(app, items.length)}`));
  };
  const move = by => {
    index = Math.min(items.length - 1, Math.max(0, index + by));
    draw();
  };
  const favour = is => { if (favoured.has(items[index].id) !== is) card.querySelector(".heart button").click(); };
  const acts = { right: () => favour(true), left: () => favour(false), up: () => move(1), down: () => move(-1) };
  let from = null;
  card.addEventListener("pointerdown", event => { from = event.target.closest("button") ? null : event; });
  card.addEventListener("pointercancel", () => { from = null; });
  card.addEventListener("pointerup", event => {
    if (!from) return;
    const [across, along] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.max(Math.abs(across), Math.abs(along)) < least) return;
    acts[Math.abs(across) > Math.abs(along) ? across > 0 ? "right" : "left" : along < 0 ? "up" : "down"]();
  });
  card.addEventListener("keydown", event => {
    const act = event.target === card && acts[{ ArrowRight: "right", ArrowLeft: "left", ArrowUp: "up", ArrowDown: "down" }[event.key]];
    if (!act) return;
    event.preventDefault();
    act();
  });
  draw();
  app.replace(body, app.element("p", { class: "muted" }, app.text("deckHint")), card,
    app.element("p", { class: "row" }, app.element("button", { type: "button", class: "plain", onclick: () => move(-1) }, app.text("teamBefore")),
      app.element("button", { type: "button", class: "plain", onclick: () => move(1) }, app.text("teamNext")), app.element("a", { class: "button plain", href: place }, app.text("teams"))));
}
