// What the pages of teams share.
export const base = "/v1/team-management";
export const groups = "/v1/groups/team-management";

export const path = id => encodeURIComponent(id);
export const teamApi = team => `${base}/teams/${path(team)}`;
export const teamPage = (app, team, rest = "") => `/${app.area}/teams/${path(team)}${rest}`;

export const number = (app, value) => new Intl.NumberFormat(app.language, { maximumFractionDigits: 2 }).format(value);
export const percent = (app, value) => new Intl.NumberFormat(app.language, { style: "percent" }).format(value);
/** @type {(app: any, instant: string, options?: Intl.DateTimeFormatOptions) => string} */
export const moment = (app, instant, options = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }) =>
  new Intl.DateTimeFormat(app.language, options).format(new Date(instant));
export const hour = (app, instant) => moment(app, instant, { hour: "numeric", minute: "2-digit" });

export const look = app => app.sheet("teams.css");
export const person = (app, { name, picture }, size = 40) => app.element("fh-avatar", { name, src: picture ?? null, size });

// The heading of a page of a team, with the way back to the team.
export function head(app, team, title, ...more) {
  return [look(app), app.element("p", { class: "back" }, app.element("a", { href: teamPage(app, team.id) }, app.element("bdi", {}, team.name))),
    app.element("h1", {}, title), ...more];
}

export const readTeam = app => app.get(teamApi(app.parameters.team));
export const may = (team, permission) => team.permissions.includes(permission);

// A field with its label; `options` makes it a choice.
export function field(app, name, label, attributes = {}) {
  const { options, value, rows, ...rest } = attributes;
  const id = `field-${name}`;
  const input = options ? app.element("select", { id, name, ...rest }, options.map(([key, text]) =>
    app.element("option", { value: key, selected: key === (value ?? "") }, text)))
    : rows ? app.element("textarea", { id, name, rows, ...rest }) : app.element("input", { id, name, ...rest });
  if (!options && value !== undefined && value !== null) input.value = value;
  return app.element("div", { class: "field" }, app.element("label", { for: id }, label), input);
}

export function check(app, name, label, checked = false) {
  return app.element("p", { class: "check" }, app.element("input", { type: "checkbox", id: `field-${name}`, name, checked }), app.element("label", { for: `field-${name}` }, label));
}

// A form that says what is wrong and cannot be sent twice at once.
export function form(app, content, label, submit, kind = "") {
  const mistake = app.element("p", { class: "error", role: "alert" });
  const button = app.element("button", { class: kind }, label);
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

// Asks before something that cannot be taken back easily.
export async function asks(app, heading, yes = app.text("yes"), no = app.text("no")) {
  const dialog = app.element("fh-dialog", { heading, leave: no }, app.element("div", { class: "actions" },
    app.element("button", { type: "button", class: "plain", value: "no" }, no), app.element("button", { type: "button", class: "danger", value: "yes" }, yes)));
  return await app.asked(dialog) === "yes";
}

// Draws again when something of a team is new, until the page is left; what somebody writes stays.
export function follow(app, teams, names, draw) {
  return app.watch(teams.map(id => `${app.area}/teams/${id}`), (name, event) => {
    if (name === "reset" || names.includes(name)) draw(name, event).catch(() => app.replace(app.root));
  });
}
