// Whether routes are kept: asked before the first walk that is recorded with the location and before the first file, once on a device. It is agreed to,
// and taken back, with the activities at any time. Without it everything counts all the same.
import { get, isUnreachable } from "/api.js";
import { ask, base, number } from "./shared.js";

const address = `${base}/me/route-consent`;
const asked = "fitness-route-asked";
// How long a walk waits for the host to say whether there is a consent, in milliseconds.
const patience = 3000;

// Whoever has decided is not asked again before the next walk.
const decided = app => localStorage.setItem(asked, app.me.id);

const question = app => ask(app, app.text("keepRouteQuestion"),
  app.element("div", {}, ["routeWhat", "routeWho", "routeEnds", "routeBack"].map(key => app.element("p", {}, app.text(key)))),
  [["yes", app.text("keepRoute")], ["no", app.text("keepNoRoute"), "plain"]]);

async function agree(app) {
  await app.put(address);
  app.announce(app.text("routesAgreed"));
}

/** Asks whoever has neither agreed nor said no here. Whether to go on: not where the question was left without an answer. */
export async function askForRoute(app) {
  if (localStorage.getItem(asked) === app.me?.id) return true;
  // The host itself is asked, not what was kept of it. Where it does not say, or not soon, nobody is asked and the walk begins: without a connection
  // nobody can agree, and what is recorded then counts without its route.
  const now = await Promise.race([get(address).catch(() => null), new Promise(done => setTimeout(done, patience, null))]);
  if (now?.isGiven !== false) return true;
  const answer = await question(app);
  // Where the connection was lost meanwhile there is no consent yet: it is asked for again before the next walk.
  if (answer === "yes") await agree(app).catch(problem => { if (!isUnreachable(problem)) throw problem; });
  else if (answer === "no") decided(app);
  return answer !== "";
}

/** Shows, in a place of the page, what is kept of routes, with the buttons to agree and to take it back. */
export async function showRoutes(app, place) {
  const now = await app.get(address).catch(() => null);
  if (!now) return app.replace(place);
  const give = async () => {
    if (await question(app) !== "yes") return;
    await agree(app);
    await showRoutes(app, place);
  };
  const withdraw = async () => {
    const sure = await ask(app, app.text("withdrawRoutes"), app.element("p", {}, app.text("withdrawRoutesQuestion", { n: number(app, now.routes) })),
      [["yes", app.text("withdrawRoutes"), "danger"], ["", app.text("cancel"), "plain"]]);
    if (!sure) return;
    const { removed } = await app.remove(address);
    decided(app);
    app.announce(app.text("routesRemoved", { n: number(app, removed) }));
    await showRoutes(app, place);
  };
  app.replace(place, app.element("fh-card", { icon: "map", heading: app.text("routesTitle") }, app.element("p", {}, app.text(now.isGiven ? "routesKept" : "routesNotKept")),
    app.element("p", { class: "muted" }, app.text("routesOf", { n: number(app, now.routes) })),
    app.element("div", { class: "actions" }, !now.isGiven && app.action(app.text("agreeToRoutes"), give, ""),
      (now.isGiven || now.routes > 0) && app.action(app.text("withdrawRoutes"), withdraw))));
}
