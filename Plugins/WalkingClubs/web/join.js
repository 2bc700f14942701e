// Joining: the club, then a group of it, then what the game may know, each explained before it is asked.
import { deviceZone } from "/formats.js";
import { asks, field } from "/forms.js";
import { at, base, crest, groups, head, isKnown, number, share, sharing } from "./common.js";

export default async function page(app) {
  if (!isKnown(app)) return app.go(`/register?back=${encodeURIComponent(location.pathname)}`);
  const { club } = app.parameters;
  if (!club) return list(app, app.text("chooseClub"), "kind=club", group => app.go(at(app, "join", group.id)));
  const chosen = await app.get(`${groups}/${encodeURIComponent(club)}`);
  return list(app, app.text("chooseGroup", { club: chosen.name }), `parent=${encodeURIComponent(club)}`, group => choose(app, chosen, group));
}

// Names and logos of all, found by the beginnings of words, accents or none.
async function list(app, title, query, chosen) {
  const found = app.element("div", {});
  const more = app.element("button", { type: "button", class: "plain", hidden: true }, app.text("more"));
  let turn = 0;
  let all = [];
  const show = items => app.replace(found, items.length ? app.element("fh-list", { label: title }, items.map(group => row(app, group, chosen)))
    : app.element("p", { class: "muted" }, app.text("noneFound")));
  const load = async (words = "", after = null) => {
    const mine = ++turn;
    const search = words ? `&search=${encodeURIComponent(words)}` : "";
    const page = await app.get(`${groups}?${query}&limit=50${search}${after ? `&after=${encodeURIComponent(after)}` : ""}`);
    if (mine !== turn) return;
    all = after ? [...all, ...page.items] : page.items;
    show(all);
    more.hidden = !page.next;
    more.onclick = () => load(words, page.next);
  };
  app.replace(app.root, ...head(app, title), app.element("div", { class: "card" }, field(app, "search", app.text("search"), {
    type: "search", autocomplete: "off", maxlength: 100, oninput: event => load(event.target.value.trim()),
  })), found, more);
  await load();
}

function row(app, group, chosen) {
  return app.element("button", { type: "button", class: "choice", onclick: () => chosen(group) }, crest(app, group),
    app.element("span", { class: "grow" }, app.element("bdi", {}, group.name), app.element("small", {}, app.text("playersOf", { n: number(app, group.members) }))));
}

async function choose(app, club, group) {
  const body = { club: club.id, group: group.id, timeZone: deviceZone() };
  try {
    await app.put(`${base}/me/club`, body);
  } catch (problem) {
    if (problem.code !== "points-left-behind") return app.announce(app.said(problem));
    if (!await asks(app, app.text("leavePoints"), { detail: problem.message, yes: app.text("leavePointsYes") })) return null;
    await app.put(`${base}/me/club`, { ...body, leavesPoints: true });
  }
  return consents(app, club);
}

// What is asked for, and why, before it is: steps, body, location.
async function consents(app, club) {
  const agreed = await sharing(app);
  const offer = (icon, key, question, href) => app.element("fh-card", { icon, heading: app.text(`${key}.title`) }, app.element("p", {}, app.text(`${key}.why`)),
    app.element("div", { class: "actions" }, href ? app.element("a", { class: "button plain", href }, app.text(`${key}.do`))
      : agreed[question] ? app.element("span", { class: "pill" }, app.text("agreed"))
        : app.action(app.text(`${key}.do`), async () => {
          await share(app, question, true);
          await app.post(`${base}/me/refresh`);
          await consents(app, club);
        }, "")));
  app.replace(app.root, ...head(app, app.text("joined", { club: club.name })), offer("walk", "need.steps", "activities"), offer("map", "need.route", "route"),
    offer("pin", "need.gps", null, "/fitness-challenges/activities/record"), offer("heart", "need.body", null, at(app, "body")),
    app.element("p", {}, app.element("a", { class: "button", href: at(app) }, app.text("toClub"))));
}
