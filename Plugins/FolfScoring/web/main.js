// The start: a new game, joining one by its code, the rounds that are under way and those that were played.
import { base, courseName, date, look, number, playerName, toPar } from "./shared.js";

// What stands there unless somebody has chosen.
const usual = ["join", "favourites", "statistics"];
const links = { statistics: "statistics", discs: "discs", courses: "new", rules: "rules" };

export default async function page(app) {
  if (!app.me) return welcome(app);
  const [{ items, next }, profile] = await Promise.all([app.get(`${base}/me/rounds`), app.get(`${base}/me/profile`).catch(() => ({ hasChosen: false }))]);
  const open = items.filter(item => item.state !== "finished");
  const past = app.element("div", { class: "entries" });
  const more = app.element("button", { type: "button", class: "plain", onclick: () => load() }, app.text("more"));
  let after = null;
  const add = page => {
    past.append(...page.items.filter(item => item.state === "finished").map(item => entry(app, item)));
    after = page.next;
    more.hidden = !after;
  };
  const load = () => app.get(`${base}/me/rounds?after=${after}`).then(add, problem => app.announce(app.said(problem)));
  add({ items, next });
  const wanted = profile.hasChosen ? profile.shortcuts : usual;
  app.replace(app.root, look(app), app.element("h1", {}, app.text("title")),
    open.length > 0 && app.element("section", {}, app.element("h2", {}, app.text("underWay")),
      app.element("div", { class: "entries" }, open.map(item => entry(app, item)))),
    app.element("div", { class: "row begin" }, app.element("a", { class: "button", href: `/${app.area}/new` }, app.text("newGame"))),
    shortcuts(app, wanted),
    app.element("h2", {}, app.text("history")), items.some(item => item.state === "finished") ? past
      : app.element("p", { class: "card muted" }, app.text("noHistory")), more,
    app.element("nav", { class: "row more-links", "aria-label": app.text("more") },
      [["statistics", "statistics"], app.me.kind !== "guest" && ["discs", "discs"], app.me.kind !== "guest" && ["import", "import"], ["events", "events"], ["meet", "meet"], ["rules", "rules"], ["settings", "settings"]]
        .filter(Boolean).map(([key, path]) => app.element("a", { href: `/${app.area}/${path}` }, app.text(key)))));
}

function welcome(app) {
  const back = encodeURIComponent(location.pathname);
  app.replace(app.root, look(app), app.element("h1", {}, app.text("title")), app.element("p", { class: "card" }, app.text("tour")),
    app.element("p", { class: "row" }, app.element("a", { class: "button", href: `/sign-in?back=${back}` }, app.text("signInToPlay")),
      app.element("a", { class: "button plain", href: `/${app.area}/events` }, app.text("events")),
      app.element("a", { class: "button plain", href: `/${app.area}/rules` }, app.text("rules"))));
}

// What somebody uses all the time, in the order that was chosen on the page of settings.
function shortcuts(app, wanted) {
  return wanted.map(name => {
    if (name === "join") return joinForm(app);
    if (name === "favourites") return favourites(app);
    return app.element("p", { class: "shortcut" }, app.element("a", { class: "button plain", href: `/${app.area}/${links[name]}` }, app.text(name)));
  });
}

// One press on a favourite course opens the lobby.
function favourites(app) {
  const place = app.element("div", { class: "row" });
  app.get(`${base}/courses`).then(({ items }) => app.replace(place, items.filter(course => course.isFavourite).map(course => {
    const layout = course.layouts.find(one => !one.endedOn);
    return layout && app.action(`★ ${course.name}`, async () => {
      const { round } = await app.post(`${base}/rounds`, { course: course.id, layout: layout.name });
      await app.go(`/${app.area}/rounds/${round}`);
    });
  }).filter(Boolean))).catch(() => null);
  return place;
}

function joinForm(app) {
  const code = app.element("input", { id: "code", class: "code", maxlength: 3, required: true,
    autocapitalize: "characters", autocomplete: "off",
    spellcheck: "false", "aria-describedby": "code-mistake" });
  const mistake = app.element("p", { class: "error", id: "code-mistake", role: "alert" });
  const join = async event => {
    event.preventDefault();
    mistake.textContent = "";
    try {
      const { round } = await app.post(`${base}/rounds/join`, code.value.trim() ? { code: code.value.trim() } : {});
      await app.go(`/${app.area}/rounds/${round}`);
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  return app.element("form", { class: "card", novalidate: true, onsubmit: join }, app.element("label", { for: "code" }, app.text("joinByCode")),
    app.element("div", { class: "row" }, code, app.element("button", { class: "plain" }, app.text("join"))), mistake);
}

/** A round in a list. */
export function entry(app, item, isMine = true) {
  const score = item.holes ? `${toPar(app, item.toPar)} (${number(app, item.throwCount)})` : "–";
  const what = item.state === "finished" ? score : app.text(`state.${item.state}`);
  const people = item.others.map(other => playerName(app, other));
  const inside = [app.element("span", { class: "score-sign" }, item.isOut ? app.text("dnf") : item.holes ? toPar(app, item.toPar) : "–"),
    app.element("span", {}, app.element("bdi", {}, courseName(app, item)),
      app.element("span", { class: "muted" }, `${what} · ${date(app, item.startedAt ?? item.createdAt)}`),
      people.length > 0 && app.element("span", { class: "muted" },
        app.text("with", { names: new Intl.ListFormat(app.language).format(people) })))];
  return isMine ? app.element("a", { class: "card entry", href: `/${app.area}/rounds/${item.id}` }, inside) : app.element("div", { class: "card entry" }, inside);
}
