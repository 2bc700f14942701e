// The record: the shelf with the trophies, and what else one took part in. A failure can be taken off it.
import { ask, base, entry, look, path } from "./shared.js";
import { proving } from "./proof.js";
import { sign } from "./trophy.js";

export default async function page(app) {
  const body = app.element("div", {});
  const draw = async () => {
    const { items } = await app.get(`${base}/me/challenges`);
    const of = outcome => items.filter(item => item.me.outcome === outcome);
    app.replace(body, shelf(app, of("passed")), part(app, "outcome.running", of("running")), part(app, "outcome.failed", of("failed"), item => forgetting(app, item, draw)),
      part(app, "outcome.withdrawn", of("withdrawn")));
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("record")), body);
  await draw();
}

function shelf(app, items) {
  return app.element("section", {}, app.element("h2", {}, app.text("trophies")), items.length
    ? app.element("ul", { class: "shelf card" }, items.map(item => app.element("li", {}, sign(app.text("trophy")),
      app.element("a", { href: path(app, "challenges", item.id) }, app.element("bdi", {}, item.title)), proving(app, item))))
    : app.element("fh-empty", { icon: "trophy", heading: app.text("noTrophies"), detail: app.text("noTrophiesHelp") }));
}

function part(app, title, items, more = /** @type {(item: any) => any} */ (() => null)) {
  return items.length > 0 && app.element("section", {}, app.element("h2", {}, app.text(title)),
    items.map(item => [app.element("div", { class: "entries" }, entry(app, item)), more(item)]));
}

function forgetting(app, item, draw) {
  return app.element("p", {}, app.action(app.text("forget"), async () => {
    const sure = await ask(app, app.text("forget"), app.element("p", {}, app.text("forgetQuestion", { title: item.title })),
      [["yes", app.text("forgetYes"), "danger"], ["", app.text("cancel"), "plain"]]);
    if (!sure) return;
    await app.remove(`${base}/me/challenges/${encodeURIComponent(item.id)}`);
    app.announce(app.text("forgotten"));
    await draw();
  }));
}
