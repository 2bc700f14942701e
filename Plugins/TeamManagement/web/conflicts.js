// What takes place at once: for me and those for whom I answer, over all teams; and for those who plan, who is busy then.
import { base, teamApi, teamPage } from "./shared.js";
import { begins } from "./times.js";

export async function conflicts(app, root, from, to) {
  const { items } = await app.get(`${base}/me/conflicts?from=${from}&to=${to}`);
  const side = event => app.element("a", { href: teamPage(app, event.team, `/events/${event.id}`) }, app.element("bdi", {}, event.title), ` (${event.teamName})`);
  app.replace(root, items.length > 0 && app.element("section", { class: "card conflicts" }, app.element("h2", {}, app.icon("clock"), " ", app.text("conflicts")), items.map(({ one, other, people }) =>
    app.element("p", {}, begins(app, other), ": ", side(one), " · ", side(other), app.element("small", { class: "muted" }, " ",
      people.length ? people.map(({ name }) => app.text("conflictOf", { name })).join(" · ") : app.text("conflictFamily"))))));
}

export async function busy(app, team, root, from, to, event) {
  const query = new URLSearchParams({ from, to, ...(event && { event }) });
  const { items } = await app.get(`${teamApi(team.id)}/busy?${query}`).catch(() => ({ items: [] }));
  app.replace(root, items.length > 0 && app.text("busy", { names: new Intl.ListFormat(app.language).format(items.map(({ name }) => name)) }));
}
