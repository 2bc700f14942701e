// What the pages of teams share.
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

/** Whether somebody writes into a form of the page, which what is heard of others must leave alone, also when it was asked for before. */
export const isWriting = app => app.root.contains(document.activeElement?.closest("form") ?? null);

// Draws again when something of a team is new, until the page is left; what somebody writes stays.
export function follow(app, teams, names, draw) {
  return app.watch(teams.map(id => `${app.area}/teams/${id}`), (name, event) => {
    if (name === "reset" || names.includes(name)) draw(name, event).catch(() => app.replace(app.root));
  });
}
