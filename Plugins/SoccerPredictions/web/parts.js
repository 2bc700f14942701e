// What the pages of predictions share.
export const base = "/v1/soccer-predictions";

export const path = id => encodeURIComponent(id);
export const isIn = app => Boolean(app.me && app.me.kind !== "guest");
export const number = (app, value) => new Intl.NumberFormat(app.language).format(value);

/** The logo of a league or team where there is one, and its initials otherwise. */
export const sign = (app, { name, logo }, kind = "") => logo ? app.element("fh-crest", { name, src: logo, kind: kind || "league" }) : app.crest(name, kind);

// A continent or a part of the United Kingdom has a name in the tables of texts; the other countries' are those of the browser.
const named = (app, kind, name) => {
  const key = `${kind}.${name.toLowerCase().replaceAll(" ", "-")}`;
  const text = app.text(key);
  return text === key ? null : text;
};

export const continentName = (app, name) => named(app, "continent", name) ?? name;

/** A country in the page's language, by its English name and its ISO 3166-1 code; that of a part of a country is the country's. */
export function countryName(app, name, code) {
  if (!name) return "";
  const other = app.language === "en" || !code ? null : new Intl.DisplayNames([app.language, "en"], { type: "region" }).of(code);
  return named(app, "country", name) ?? other ?? name;
}

/** Where a league is at home: its country, if it has one, and its continent. */
export const home = (app, { country, countryCode, continent }) => [countryName(app, country, countryCode), continentName(app, continent)].filter(Boolean);

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
