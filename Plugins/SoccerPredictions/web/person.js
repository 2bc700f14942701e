// What predictions show on a person's page: the points of this season, league by league, and the fun game of the two.
import { asks } from "/forms.js";
import { base, isIn, leagueChoice, mine, number, path, tells } from "./parts.js";

export default async function person(app) {
  const id = app.parameters.person;
  const { items } = await app.get(`${base}/people/${path(id)}/standing`);
  const challenge = app.element("div", {});
  app.replace(app.root, app.element(app.isPart ? "h2" : "h1", {}, app.text("thisSeason")), items.length
    ? app.element("fh-list", { label: app.text("thisSeason") }, items.map(item => app.element("a", { href: `/${app.area}/leagues/${path(item.league.id)}/board` }, app.crest(item.league.name),
      app.element("span", { class: "grow" }, `${item.league.name} ${item.season}`, app.element("small", {}, standing(app, item))), app.element("strong", {}, number(app, item.points)))))
    : app.element("p", { class: "muted" }, app.text("noPredictions")), challenge);
  if (isIn(app) && app.me.id !== id) await drawChallenge(app, challenge, id);
}

const standing = (app, item) => [item.rank && app.text("rankInLeague", { n: number(app, item.rank) }), app.text("predictionCount", { n: number(app, item.predictions) })].filter(Boolean).join(" · ");

async function drawChallenge(app, place, id) {
  const found = await app.get(`${base}/people/${path(id)}/challenge`);
  const again = () => drawChallenge(app, place, id);
  if (found.state === "sent") return app.replace(place, app.element("p", { class: "row" }, app.action(app.text("cancelChallenge"), async () => {
    if (!await asks(app, app.text("cancelChallengeSure"))) return;
    await app.remove(`${base}/people/${path(id)}/challenge`);
    await again();
  })));
  if (found.state === "received") return app.replace(place, app.element("p", {}, app.element("a", { class: "button", href: `/${app.area}/fun/people` }, app.text("answerChallenge"))));
  app.replace(place, app.element("p", { class: "row" }, app.action(app.text("challenge"), () => choose(app, place, id, found, again), "")));
}

// The leagues that are agreed are ticked; those of my own are offered beside them.
async function choose(app, place, id, found, again) {
  const { items } = await mine(app);
  const agreed = found.leagues.map(({ league }) => league);
  const choice = leagueChoice(app, [...agreed, ...items.filter(league => !agreed.some(known => known.id === league.id))], agreed.map(league => league.id));
  const send = async () => {
    if (!choice.ids().length) throw new Error(app.text("chooseLeagues"));
    await app.put(`${base}/people/${path(id)}/challenge`, { leagues: choice.ids() });
    if (found.state === "none") await tells(app, app.text("challengeSent"));
    else app.announce(app.text("challengeSaved"));
    await again();
  };
  app.replace(place, choice.node, app.element("p", { class: "row" }, app.action(app.text(found.state === "none" ? "sendChallenge" : "save"), send, ""), app.action(app.text("cancel"), again)));
}
