// What the pages of teams share.
import { moment } from "/formats.js";

export const base = "/v1/team-management";
export const groups = "/v1/groups/team-management";

export const path = id => encodeURIComponent(id);
export const teamApi = team => `${base}/teams/${path(team)}`;
export const teamPage = (app, team, rest = "") => `/${app.area}/teams/${path(team)}${rest}`;

export const number = (app, value) => new Intl.NumberFormat(app.language, { maximumFractionDigits: 2 }).format(value);
export const percent = (app, value) => new Intl.NumberFormat(app.language, { style: "percent" }).format(value);

export const look = app => app.sheet("teams.css");
export const person = (app, { name, picture }, size = 40) => app.element("fh-avatar", { name, src: picture ?? null, size });

// The heading of a page of a team, with the way back to the team.
export function head(app, team, title, ...more) {
  return [look(app), app.element("p", { class: "back" }, app.element("a", { href: teamPage(app, team.id) }, app.element("bdi", {}, team.name))),
    app.element("h1", {}, title), ...more];
}

export const readTeam = app => app.get(teamApi(app.parameters.team));
export const may = (team, permission) => team.permissions.includes(permission);

/** Tells whoever looks after a team to protect the account: that the team waits for it, or until when it may be put off. Members hear nothing. */
export async function protection(app, team) {
  const note = words => app.element("p", { class: "card", role: "note" }, words, " ", app.element("a", { href: "/account/security" }, app.text("protectNow")));
  if (team.needsSecondFactor) return note(app.text("protect"));
  if (app.me.kind === "guest" || !team.permissions.some(name => name !== "view-team")) return null;
  const { dueAt } = await app.get("/v1/me/second-factor").catch(() => ({}));
  return dueAt && note(app.text("protectUntil", { time: moment(app, dueAt) }));
}

/** Whether somebody writes into a form of the page, which what is heard of others must leave alone, also when it was asked for before. */
export const isWriting = app => app.root.contains(document.activeElement?.closest("form") ?? null);

// Draws again when something of a team is new, until the page is left; what somebody writes stays.
export function follow(app, teams, names, draw) {
  return app.watch(teams.map(id => `${app.area}/teams/${id}`), (name, event) => {
    if (name === "reset" || names.includes(name)) draw(name, event).catch(() => app.replace(app.root));
  });
}
