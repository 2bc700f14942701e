// What the pages of predictions share.
export const base = "/v1/soccer-predictions";

export const path = id => encodeURIComponent(id);
export const isIn = app => Boolean(app.me && app.me.kind !== "guest");
export const number = (app, value) => new Intl.NumberFormat(app.language).format(value);

// Leads whoever is not signed in there, and back.
export function signIn(app, key = "signInFirst") {
  const href = `/sign-in?back=${encodeURIComponent(location.pathname)}`;
  return app.element("fh-empty", { icon: "person", heading: app.text(key) }, app.element("a", { class: "button", href }, app.text("signInToPredict")));
}

// Something to know, which is left with one button.
export async function tells(app, text) {
  const dialog = app.element("fh-dialog", { heading: text, leave: app.text("okay") }, app.element("p", { class: "actions" },
    app.element("button", { value: "yes" }, app.text("okay"))));
  await app.asked(dialog);
}

// Boxes of leagues to choose from; `chosen` are the ids that are ticked, and `ids()` those that are now.
export function leagueChoice(app, leagues, chosen) {
  const lines = leagues.map(league => app.element("label", { class: "row" },
    app.element("input", { type: "checkbox", name: "league", value: league.id, checked: chosen.includes(league.id) }), league.name));
  const show = query => {
    for (const line of lines) line.hidden = !fold(line.textContent).includes(query);
  };
  const node = app.element("fieldset", { class: "card leagues" }, app.element("legend", {}, app.text("chooseLeagues")), search(app, app.text("searchLeagues"), show), lines);
  return { node, ids: () => [...node.querySelectorAll("input:checked")].map(box => box.value) };
}

/** My favourite leagues, or the popular ones. */
export const mine = app => app.get(`${base}/me/leagues`);

// A field that shows of a list what has the typed letters in it, accents aside.
export function search(app, label, hear) {
  const input = app.element("input", { type: "search", placeholder: label, "aria-label": label, maxlength: 60, oninput: () => hear(fold(input.value)) });
  return app.element("p", { class: "row" }, input);
}

export const fold = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
