// What disc golf shows today: the rounds that I am in. Whoever is not signed in has none, and fetches no more than this.
const most = 3;

export const isFor = me => me && me.kind !== "guest";

export default async function home(app) {
  const [words, { items }] = await Promise.all([import("./words.js"), app.get("/v1/folf-scoring/me/rounds")]);
  const open = items.filter(item => item.state === "lobby" || item.state === "running").slice(0, most);
  return { cards: open.map(item => card(app, words, item)), topics: open.map(item => `${app.area}/rounds/${item.id}`) };
}

function card(app, { courseName, playerName, toPar }, item) {
  const people = item.others.map(other => playerName(app, other));
  const score = item.holes > 0 && toPar(app, item.toPar);
  const body = app.element("div", { class: "row" }, app.element("bdi", {}, courseName(app, item)), score && app.element("strong", { class: "end" }, score));
  return {
    section: "now", key: item.id, badge: app.text(`state.${item.state}`), body,
    detail: people.length ? app.text("with", { names: new Intl.ListFormat(app.language).format(people) }) : "",
    action: { text: app.text("openCard"), href: `/${app.area}/rounds/${item.id}` },
  };
}
