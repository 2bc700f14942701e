// What disc golf shows on a person's page: to friends how the person plays, the last rounds and the bag; to others nothing.
import { entry } from "./main.js";
import { bars, facts, mean, shown } from "./statistics.js";
import { base, look, number } from "./shared.js";

export default async function person(app) {
  const path = `${base}/people/${encodeURIComponent(app.parameters.person)}`;
  const isMine = app.parameters.person === app.me?.id;
  const isStranger = app.isPart && !isMine && app.person?.relation.friendship !== "friends";
  if (!app.me || app.me.kind === "guest" || isStranger) return app.replace(app.root);
  const found = await Promise.all([app.get(`${path}/statistics`), app.get(`${path}/rounds?limit=5`), app.get(`${path}/discs`)]).catch(problem => {
    if (problem.status === 404) return null;
    throw problem;
  });
  if (!found) return app.replace(app.root);
  const [statistics, rounds, discs] = found;
  const past = app.element("div", { class: "entries" });
  const more = app.element("button", { type: "button", class: "plain", onclick: () => load() }, app.text("more"));
  let after = null;
  const add = page => {
    past.append(...page.items.filter(item => item.state === "finished").map(item => entry(app, item, isMine)));
    after = page.next;
    more.hidden = !after;
  };
  const load = () => app.get(`${path}/rounds?after=${after}`).then(add, problem => app.announce(app.said(problem)));
  add(rounds);
  app.replace(app.root, look(app), app.element(app.isPart ? "h2" : "h1", {}, app.text("title")), statistics.rounds === 0
    ? app.element("p", { class: "card muted" }, app.text("noRoundsYet"))
    : [facts(app, [["rounds", number(app, statistics.rounds)], ["best", shown(app, statistics.best)], ["average", mean(app, statistics.average)],
      statistics.rating && ["rating", number(app, statistics.rating.value)]].filter(Boolean)), bars(app, statistics.names)],
  past, more,
  discs.items.length > 0 && app.element("section", { class: "card" }, app.element("h3", {}, app.text("discs")),
    app.element("p", {}, new Intl.ListFormat(app.language).format(discs.items.map(disc => disc.name)))));
}
