// The card of a match, with what one has predicted or can predict. A prediction goes through the queue of entries: without a
// connection it waits on the device, and the card says so.
import { worded } from "/api.js";
import { begins, facing, mine, minute } from "./facing.js";
import { fitting, scorerChoice } from "./scorers.js";

const base = "/v1/soccer-predictions";

export const predictionPath = match => `${base}/matches/${encodeURIComponent(match.id)}/prediction`;

/** The card of a match; `entries` are those of the queue. `isLarge` gives it fields for a thumb. */
export function matchCard(app, match, entries, isLarge = false) {
  const waiting = entries.findLast(entry => entry.path === predictionPath(match));
  const node = app.element("article", { class: "card match" }, facing(app, match), meta(app, match), predictRow(app, match, waiting, isLarge));
  // Draws itself anew when what waits for it has changed, or `changes` are known of the match.
  node.renew = (entries, changes = {}) => {
    const fresh = matchCard(app, { ...match, ...changes }, entries, isLarge);
    const hadFocus = node.contains(document.activeElement);
    node.replaceWith(fresh);
    if (hadFocus) fresh.querySelector("button[type=submit]")?.focus();
  };
  Object.assign(node, { match, waiting, print: print(waiting) });
  return node;
}

const print = entry => entry ? `${entry.number} ${Boolean(entry.refusal)}` : "";

function meta(app, match) {
  return app.element("span", { class: "meta" }, match.round ?? "", begins(app, match),
    match.state === "live" ? app.element("strong", { class: "live" }, minute(match)) : match.state === "upcoming" ? "" : app.text(`state.${match.state}`));
}

function predictRow(app, match, waiting, isLarge) {
  if (!match.predictionsOpen) return closed(app, match, waiting);
  if (!app.me || app.me.kind === "guest") {
    return app.element("p", { class: "predict" }, app.element("a", { class: "button plain", href: `/sign-in?back=${encodeURIComponent(location.pathname)}` },
      app.text("signInToPredict")));
  }
  const known = waiting?.body ?? match.prediction;
  const error = app.element("span", { class: "error", role: "alert" });
  if (waiting?.refusal) worded(waiting.refusal, waiting.path).then(({ detail }) => { error.textContent = detail; });
  const form = app.element("form", { class: isLarge ? "predict large" : "predict", novalidate: !isLarge, onsubmit: event => save(app, match, event, error), oninput: () => {
    form.dataset.begun = "yes";
    scorers?.limit();
  } },
    field(app, match, "home", known?.home, isLarge), app.element("span", { "aria-hidden": "true" }, "–"), field(app, match, "away", known?.away, isLarge),
    app.element("button", { type: "submit" }, app.text(known ? "save" : "predict")),
    known ? !isLarge && app.element("a", { href: screen(app, match) }, app.text("viewPrediction")) : app.element("span", { class: "muted", role: "img", "aria-label": app.text("notPredicted") }, app.text("none")),
    waiting && !waiting.refusal && app.element("span", { class: "pill waits" }, app.text("waits")), error);
  const chosen = known?.scorers ?? [];
  const scorers = isLarge ? scorerChoice(app, match, form, chosen) : null;
  form.scorers = goals => scorers ? scorers.ids() : fitting(match, chosen, goals);
  if (scorers) form.querySelector("button[type=submit]").before(scorers.node);
  return form;
}

const screen = (app, match) => `/${app.area}/matches/${encodeURIComponent(match.id)}/predict`;

function closed(app, match, waiting) {
  const said = match.prediction ? mine(app, match.prediction) : app.text("closed");
  return app.element("p", { class: match.prediction ? "predict" : "predict muted" }, said,
    waiting && app.element("a", { class: "pill waits", href: "/queue" }, app.text(waiting.refusal ? "refused" : "waits")));
}

function field(app, match, side, value, isLarge) {
  const label = app.text("home", { team: match[side].name });
  if (isLarge) return app.element("fh-stepper", { name: side, label, value, required: true, scrolls: true, more: app.text("more_", { label }), less: app.text("less_", { label }) });
  return app.element("input", { type: "number", min: 0, max: 99, required: true, inputmode: "numeric", name: side, value: value ?? "", placeholder: "–", "aria-label": label });
}

async function save(app, match, event, error) {
  event.preventDefault();
  error.textContent = "";
  const [card, goals] = [event.target.closest(".match"), new FormData(event.target)];
  // Whoever has entered nothing yet does so on a screen of its own.
  if (event.target.noValidate && !goals.get("home") && !goals.get("away")) return app.go(screen(app, match));
  if (!event.target.reportValidity()) return;
  const body = { home: Number(goals.get("home")), away: Number(goals.get("away")) };
  const scorers = event.target.scorers(body);
  if (scorers.length) body.scorers = scorers;
  const title = `${match.home.name} ${body.home} – ${body.away} ${match.away.name}`;
  const button = event.target.querySelector("button[type=submit]");
  button.disabled = true;
  // Until it is known what becomes of it, the card stays as it is.
  event.target.dataset.begun = "yes";
  try {
    const { isSent } = await app.queue.enter({ path: predictionPath(match), body, title, page: `/${app.area}/matches/${encodeURIComponent(match.id)}` });
    app.announce(app.text(isSent ? "saved" : "savedHere"));
    card.renew(await app.queue.list(), isSent ? { prediction: body } : {});
  } catch (problem) {
    button.disabled = false;
    error.textContent = app.said(problem);
  }
}

/** Keeps the cards of a page in step with the queue, but for one in which somebody is writing; ends when what it returns is called. */
export function keep(app, body) {
  return app.queue.onChange(async () => {
    const entries = await app.queue.list();
    for (const card of body.querySelectorAll(".match")) {
      const waiting = entries.findLast(entry => entry.path === predictionPath(card.match));
      if (card.print === print(waiting) || card.querySelector("form[data-begun]")) continue;
      // What waited here has been sent, or taken back.
      const isOver = card.waiting && !waiting;
      const match = isOver ? await app.get(`${base}/matches/${encodeURIComponent(card.match.id)}`).catch(() => null) : null;
      card.renew(entries, match ? { prediction: match.prediction } : {});
    }
  });
}
