// Admins are invited: an admin asks somebody, on the team or not, who accepts or declines.
import { moment } from "/formats.js";
import { field, form } from "/forms.js";
import { base, may, path, person, teamApi } from "./shared.js";

/** Who is invited to be an admin, for admins; nobody for the others. */
export const invited = async (app, team) => may(team, "notify-team") ? (await app.get(`${teamApi(team.id)}/admin-invitations`)).items : [];

/** The teams that invite me. Where that cannot be asked, such as without a connection, the rest of the page is shown all the same. */
export const invitingMe = async app => app.me ? (await app.get(`${base}/me/admin-invitations`).catch(() => ({ items: [] }))).items : [];

/** What an invitation to me asks, and my answers; `again` shows what has come of them. */
export function invitation(app, { team, name, by }, again) {
  const answer = (key, run, kind) => app.action(app.text(key), async () => {
    await run(`${base}/me/admin-invitations/${path(team)}`);
    await again();
  }, kind);
  return app.element("section", { class: "card admin-invitation" }, app.element("p", {}, app.text("admin-invited", { name: by?.name ?? app.text("someone"), team: name })),
    app.element("p", { class: "row" }, answer("accept", app.put, ""), answer("decline", app.remove, "plain")));
}

/** Inviting somebody who is no admin, or taking that back. */
export function adminChoice(app, team, { id, name }, open, again) {
  const act = (key, run) => {
    const button = app.action(app.text(key), async () => {
      await run(`${teamApi(team.id)}/admin-invitations/${path(id)}`);
      await again();
    });
    button.setAttribute("aria-label", `${app.text(key)}: ${name}`);
    return button;
  };
  const one = open.find(item => item.person.id === id);
  return one ? [app.element("span", { class: "muted" }, app.text("adminInvitedUntil", { time: moment(app, one.expiresAt) })), act("adminWithdraw", app.remove)] : act("adminInvite", app.put);
}

/** Those who are invited and not on the team. */
export function outsiders(app, team, open, roster, again) {
  const members = new Set(roster.map(item => item.person.id));
  const others = open.filter(item => !members.has(item.person.id));
  return others.length > 0 && app.element("fh-list", { label: app.text("adminInvited") }, others.map(item => line(app, team, item.person, open, again)));
}

/** Looks for somebody by name or user name, to be invited; `known` says who is on the team and who is invited by now. */
export function findAdmin(app, team, known, again) {
  const found = app.element("div", {});
  const done = async () => {
    app.replace(found);
    await again();
  };
  return app.element("section", {}, app.element("h2", {}, app.text("adminFind")), app.element("p", { class: "muted" }, app.text("adminFindIntro")),
    form(app, [field(app, "person", app.text("adminFindName"), { type: "search", maxlength: 60, required: true, autocomplete: "off" })], app.text("search"), async data => {
      const { items } = await app.get(`/v1/people?query=${path(data.get("person").trim())}`);
      const { roster, open } = known();
      const admins = new Set(roster.filter(item => item.roles.includes("admin")).map(item => item.person.id));
      const others = items.filter(({ id }) => id !== app.me.id && !admins.has(id));
      app.replace(found, others.length ? app.element("fh-list", { label: app.text("adminFind") }, others.map(one => line(app, team, one, open, done)))
        : app.element("p", { class: "muted" }, app.text("adminFindNone")));
    }), found);
}

const line = (app, team, one, open, again) => app.element("div", { class: "request" }, person(app, one), app.element("span", { class: "grow" }, app.element("bdi", {}, one.name),
  one.username && app.element("small", { dir: "ltr" }, `@${one.username}`)), adminChoice(app, team, one, open, again));
