// Fun games, where what is wrong costs points: in my groups, and one against one.
import { base, fold, isIn, number, path, search, signIn } from "./parts.js";
import { groupList, groupPage } from "./groups.js";

export async function funPage(app, [part, id, league]) {
  if (!isIn(app)) return app.replace(app.root, app.element("h1", {}, app.text("funGames")), signIn(app));
  if (part === "groups" && id) return groupPage(app, id, league, "fun");
  if (part === "people" && id) return personPage(app, id, league);
  const { items } = await app.get(`${base}/me/challenges`);
  const asked = items.filter(({ state }) => state === "received");
  const open = part === "people" ? part : "myGroups";
  const tabs = [["myGroups", "/fun"], ["people", "/fun/people"]];
  const body = app.element("div", {});
  app.replace(app.root, app.element("h1", {}, app.text("funGames")), app.element("fh-tabs", { label: app.text("funGames") }, tabs.map(([name, place]) =>
    app.element("a", { href: `/${app.area}${place}`, "aria-current": name === open ? "page" : null }, app.text(`fun.${name}`),
      name === "people" && asked.length > 0 && app.element("span", { class: "pill", id: "asked", "aria-label": app.text("newRequests", { n: number(app, asked.length) }) }, number(app, asked.length))))), body);
  if (open === "myGroups") return app.replace(body, await groupList(app, "fun/groups"));
  const running = app.element("div", {});
  app.replace(body, asked.length > 0 && requests(app, asked), running);
  opponents(app, running, items.filter(({ state }) => state === "running"));
}

const face = (app, account) => app.element("fh-avatar", { name: account.name, src: account.picture, size: "small" });
const home = (app, { country }) => country ? new Intl.DisplayNames([app.language, "en"], { type: "region" }).of(country) : "";

function opponents(app, body, running) {
  if (!running.length) return app.replace(body, app.element("fh-empty", { icon: "trophy", heading: app.text("noOpponents"), detail: app.text("noOpponentsDetail") }));
  const list = app.element("div", {});
  const draw = (query = "") => app.replace(list, app.element("fh-list", { label: app.text("fun.people") }, running.filter(({ account }) => fold(account.name).includes(query)).map(({ account }) =>
    app.element("div", {}, face(app, account), app.element("a", { class: "grow", href: `/${app.area}/fun/people/${path(account.id)}` }, app.element("bdi", {}, account.name)),
      app.element("a", { class: "button plain", href: `/people/${path(account.id)}` }, app.text("profile"))))));
  app.replace(body, search(app, app.text("searchPeople"), draw), list);
  draw();
}

function requests(app, asked) {
  const answer = (account, accept) => async () => {
    await app.put(`${base}/people/${path(account.id)}/challenge/answer`, { accept });
    app.announce(app.text(accept ? "accepted" : "rejected"));
    await app.go(`/${app.area}/fun/people`);
  };
  return app.element("section", { id: "requests" }, app.element("h2", {}, app.text("fun.requests")), app.element("ul", { class: "people" }, asked.map(({ account }) => app.element("li", { class: "card person" }, face(app, account),
    app.element("span", { class: "grow" }, app.element("a", { href: `/people/${path(account.id)}` }, app.element("bdi", {}, account.name)), " ", app.element("small", { class: "muted" }, home(app, account))),
    app.element("span", { class: "row end" }, app.action(app.text("accept"), answer(account, true), ""), app.action(app.text("reject"), answer(account, false)))))));
}

async function personPage(app, id, league) {
  const challenge = await app.get(`${base}/people/${path(id)}/challenge`);
  const place = `/${app.area}/fun/people/${path(id)}`;
  const open = challenge.leagues.find(found => found.league.id === league) ?? challenge.leagues[0];
  const board = app.element("fh-leaderboard", { label: open?.league.name ?? "", me: app.text("you") });
  if (open) {
    const rows = [{ key: "me", name: app.me.name, picture: app.me.picture, isMe: true, ...open.mine }, { key: id, name: challenge.account.name, picture: challenge.account.picture, href: `/people/${path(id)}`, ...open.theirs }];
    board.rows = rows.map(({ points, ...row }) => ({ ...row, score: points })).sort((one, other) => one.rank - other.rank);
  }
  app.replace(app.root, app.element("section", { class: "card person" }, face(app, challenge.account), app.element("h1", {}, app.element("bdi", {}, challenge.account.name))),
    challenge.state !== "running" && app.element("p", { class: "muted" }, app.text(`challenge.${challenge.state}`)),
    challenge.state === "running" && [app.element("fh-tabs", { label: challenge.account.name }, challenge.leagues.map(found =>
      app.element("a", { href: `${place}/${path(found.league.id)}`, "aria-current": found === open ? "page" : null }, found.league.name))), board],
    app.element("p", {}, app.element("a", { class: "button plain", href: `/people/${path(id)}` }, app.text("profile"))));
}
