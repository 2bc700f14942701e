// What disc golf shows today: the rounds that I am in. It imports nothing, because the first page of all loads it.
const most = 3;

export default async function home(app) {
  if (!app.me || app.me.kind === "guest") return {};
  const { items } = await app.get("/v1/folf-scoring/me/rounds");
  const open = items.filter(item => item.state === "lobby" || item.state === "running").slice(0, most);
  return { cards: open.map(item => card(app, item)), topics: open.map(item => `${app.area}/rounds/${item.id}`) };
}

function card(app, item) {
  const people = item.others.map(other => other.name || app.text("formerPlayer"));
  const course = [item.courseName || app.text("unspecified"), item.layoutName].filter(Boolean).join(" · ");
  const score = item.holes > 0 && new Intl.NumberFormat(app.language, { signDisplay: "exceptZero" }).format(item.toPar);
  const body = app.element("div", { class: "row" }, app.element("bdi", {}, course), score && app.element("strong", { class: "end" }, score));
  return {
    section: "now", key: item.id, badge: app.text(`state.${item.state}`), body,
    detail: people.length ? app.text("with", { names: new Intl.ListFormat(app.language).format(people) }) : "",
    action: { text: app.text("openCard"), href: `/${app.area}/rounds/${item.id}` },
  };
}
