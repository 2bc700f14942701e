// What the pages of walking clubs share.
export const base = "/v1/walking-clubs";
export const groups = "/v1/groups/walking-clubs";

export const at = (app, ...parts) => `/${[app.area, ...parts.map(encodeURIComponent)].join("/")}`;
export const look = app => app.sheet("walking.css");
export const number = (app, value, digits = 0) => new Intl.NumberFormat(app.language, { maximumFractionDigits: digits }).format(value);
/** @type {(app: any, day: string, options?: Intl.DateTimeFormatOptions) => string} */
export const dayName = (app, day, options = { weekday: "long", day: "numeric", month: "long" }) =>
  new Intl.DateTimeFormat(app.language, { timeZone: "UTC", ...options }).format(new Date(`${day}T12:00:00Z`));
export const moment = (app, instant) => new Intl.DateTimeFormat(app.language, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(new Date(instant));
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

// A field with its label; `options` makes it a choice.
export function field(app, name, label, attributes = {}) {
  const { options, value, ...rest } = attributes;
  const id = `field-${name}`;
  const input = options ? app.element("select", { id, name, ...rest }, options.map(([key, text]) =>
    app.element("option", { value: key, selected: key === (value ?? "") }, text))) : app.element("input", { id, name, ...rest });
  if (!options && value !== undefined && value !== null) input.value = value;
  return app.element("div", { class: "field" }, app.element("label", { for: id }, label), input);
}

// A form that says what is wrong and cannot be sent twice at once.
export function form(app, content, label, submit) {
  const mistake = app.element("p", { class: "error", role: "alert" });
  const button = app.element("button", {}, label);
  const send = async event => {
    event.preventDefault();
    mistake.textContent = "";
    button.disabled = true;
    try {
      await app.confirmed(() => submit(new FormData(event.target), event.target));
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
    button.disabled = false;
  };
  return app.element("form", { class: "card", onsubmit: send }, content, app.element("p", { class: "row" }, button), mistake);
}

export async function asks(app, heading, detail, yes) {
  const dialog = app.element("fh-dialog", { heading, leave: app.text("no") }, app.element("p", {}, detail), app.element("div", { class: "actions" },
    app.element("button", { type: "button", class: "plain", value: "no" }, app.text("no")), app.element("button", { type: "button", value: "yes" }, yes)));
  return await app.asked(dialog) === "yes";
}

// What the host may tell of me to this game, by the last part of the question's name.
export async function sharing(app) {
  const { items } = await app.get("/v1/me/sharing");
  return Object.fromEntries(items.filter(item => item.asker === app.area).map(item => [item.question.split(".")[1], Boolean(item.givenAt)]));
}

export async function share(app, question, isOn) {
  const address = `/v1/me/sharing/${encodeURIComponent(`fitness-challenges.${question}`)}/${encodeURIComponent(app.area)}`;
  await (isOn ? app.put(address) : app.remove(address));
}
