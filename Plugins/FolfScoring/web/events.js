// Tournaments that there are, and the leagues that I have made.
import { moment } from "/formats.js";
import { about, eventPage, field, state } from "./event-words.js";
import { base, look } from "./shared.js";

export default async function page(app) {
  const mayMake = app.me && app.me.kind !== "guest";
  const [first, leagues] = await Promise.all([app.get(`${base}/events`), mayMake ? app.get(`${base}/me/leagues`) : { items: [] }]);
  const list = app.element("div", {});
  const items = [...first.items];
  const more = app.element("button", { type: "button", class: "plain", onclick: () => load() }, app.text("more"));
  let after = first.next;
  const draw = () => {
    more.hidden = !after;
    const parts = ["running", "open", "finished"].map(name => /** @type {[string, any[]]} */ ([name, items.filter(event => event.state === name)])).filter(([, found]) => found.length);
    // What comes next stands first, what is over goes back in time.
    app.replace(list, parts.map(([name, found]) => [app.element("h2", {}, app.text(`events.${name}`)),
      app.element("div", { class: "entries" }, (name === "open" ? found.reverse() : found).map(event => entry(app, event)))]),
    !items.length && app.element("fh-empty", { icon: "trophy", heading: app.text("noEvents"), detail: app.text("noEventsAbout") }));
  };
  const load = () => app.get(`${base}/events?after=${after}`).then(page => {
    items.push(...page.items);
    after = page.next;
    draw();
  }, problem => app.announce(app.said(problem)));
  draw();
  app.replace(app.root, look(app), app.element("h1", {}, app.text("events")),
    mayMake && app.element("div", { class: "row begin" }, app.element("a", { class: "button", href: `/${app.area}/events/new` }, app.text("newEvent"))),
    list, more, mayMake && mine(app, leagues.items));
}

/** A tournament in a list. */
export function entry(app, event) {
  return app.element("a", { class: "card entry", href: eventPage(app, event.id) }, app.crest(event.name),
    app.element("span", {}, app.element("bdi", {}, event.name), app.element("span", { class: "muted" }, moment(app, event.startsAt)),
      app.element("span", { class: "muted" }, about(app, event)), event.state === "running" && app.element("span", {}, state(app, event))));
}

function mine(app, leagues) {
  const name = field(app, "league-name", app.text("leagueName"), { maxlength: 80, required: true });
  const points = field(app, "league-points", app.text("leaguePoints"), { value: "10, 8, 6, 5, 4, 3, 2, 1", required: true, inputmode: "numeric" });
  const mistake = app.element("p", { class: "error", role: "alert" });
  const make = async event => {
    event.preventDefault();
    mistake.textContent = "";
    try {
      const values = points.node.value.split(/[\s,;\u060c]+/).filter(Boolean).map(Number);
      const { league } = await app.post(`${base}/leagues`, { name: name.node.value, points: values });
      await app.go(`/${app.area}/leagues/${league}`);
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  return app.element("section", {}, app.element("h2", {}, app.text("leagues")), leagues.length > 0 && app.element("fh-list", { label: app.text("leagues") },
    leagues.map(league => app.element("a", { href: `/${app.area}/leagues/${league.id}` }, app.crest(league.name), app.element("bdi", { class: "grow" }, league.name)))),
  app.element("details", { class: "card" }, app.element("summary", {}, app.text("newLeague")), app.element("p", { class: "muted" }, app.text("leagueAbout")),
    app.element("form", { onsubmit: make }, name.line, points.line, mistake, app.element("p", {}, app.element("button", {}, app.text("save"))))));
}
