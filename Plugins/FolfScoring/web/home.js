// What disc golf shows today: the rounds that I am in.
import { base, courseName, number, toPar } from "./shared.js";

const most = 3;

export default async function home(app) {
  if (!app.me || app.me.kind === "guest") return {};
  const { items } = await app.get(`${base}/me/rounds`);
  const open = items.filter(item => item.state === "lobby" || item.state === "running").slice(0, most);
  return { cards: open.map(item => card(app, item)), topics: open.map(item => `${app.area}/rounds/${item.id}`) };
}

function card(app, item) {
  const people = item.others.map(other => other.name || app.text("formerPlayer"));
  const score = item.holes > 0 && `${toPar(app, item.toPar)} (${number(app, item.throwCount)})`;
  const body = app.element("div", {}, app.element("bdi", {}, courseName(app, item)), score && app.element("strong", { class: "end" }, ` ${score}`));
  return {
    section: "now", key: item.id, badge: app.text(`state.${item.state}`), body,
    detail: people.length ? app.text("with", { names: new Intl.ListFormat(app.language).format(people) }) : "",
    action: { text: app.text("openCard"), href: `/${app.area}/rounds/${item.id}` },
  };
}
