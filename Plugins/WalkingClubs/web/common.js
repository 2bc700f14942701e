// What the pages of walking clubs share.
export const base = "/v1/walking-clubs";
export const groups = "/v1/groups/walking-clubs";

export const at = (app, ...parts) => `/${[app.area, ...parts.map(encodeURIComponent)].join("/")}`;
export const look = app => app.sheet("walking.css");
export const number = (app, value, digits = 0) => new Intl.NumberFormat(app.language, { maximumFractionDigits: digits }).format(value);
/** @type {(app: any, day: string, options?: Intl.DateTimeFormatOptions) => string} */
export const dayName = (app, day, options = { weekday: "long", day: "numeric", month: "long" }) =>
  new Intl.DateTimeFormat(app.language, { timeZone: "UTC", ...options }).format(new Date(`${day}T12:00:00Z`));
export const crest = (app, { name, picture }, size = "") => app.element("fh-crest", { name, src: picture ?? null, kind: "team", size: size || null });
export const earlier = (day, by = 1) => new Date(Date.parse(`${day}T12:00:00Z`) - by * 864e5).toISOString().slice(0, 10);

export function head(app, title, ...more) {
  return [look(app), app.element("p", { class: "back" }, app.element("a", { href: at(app) }, app.text("title"))), app.element("h1", {}, title), ...more];
}

// The one step that whoever is not signed in, or in no club, has to take first.
export function first(app, me) {
  if (!app.me || app.me.kind === "guest") {
    const [start, here] = [at(app), location.pathname];
    const back = encodeURIComponent(here);
    // Whoever comes back begins at the ranking.
    const ranking = here === start ? encodeURIComponent(at(app, "boards", "clubs", "national")) : back;
    return app.element("fh-empty", { icon: "walk", heading: app.text("welcome"), detail: app.text("welcomeDetail") },
      app.element("div", { class: "row" }, app.element("a", { class: "button", href: `/register?back=${back}` }, app.text("getStarted")),
        app.element("a", { class: "button plain", href: `/sign-in?back=${ranking}` }, app.text("signIn"))));
  }
  return me?.club ? null : app.element("fh-empty", { icon: "walk", heading: app.text("noClub"), detail: app.text("noClubDetail") },
    app.element("a", { class: "button", href: at(app, "join") }, app.text("chooseClub")));
}

export const isKnown = app => app.me && app.me.kind !== "guest";

// Figures beside one another: `[label, value]`, what has no value left out.
export function figures(app, list) {
  return app.element("dl", { class: "figures" }, list.filter(([, value]) => value !== null && value !== undefined).map(([label, value]) =>
    app.element("div", {}, app.element("dt", { class: "muted" }, label), app.element("dd", { class: "figure" }, value))));
}

export const kilometres = (app, metres) => `${number(app, metres / 1000, 1)} ${app.text("km")}`;

// What the host may tell of me to this game, by the last part of the question's name.
export async function sharing(app) {
  const { items } = await app.get("/v1/me/sharing");
  return Object.fromEntries(items.filter(item => item.asker === app.area).map(item => [item.question.split(".")[1], Boolean(item.givenAt)]));
}

export async function share(app, question, isOn) {
  const address = `/v1/me/sharing/${encodeURIComponent(`fitness-challenges.${question}`)}/${encodeURIComponent(app.area)}`;
  await (isOn ? app.put(address) : app.remove(address));
}
