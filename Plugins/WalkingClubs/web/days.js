// My sessions, the latest first.
import { base, earlier, first, head, number } from "./common.js";
import { dayCard } from "./day-card.js";

export default async function page(app) {
  const me = app.me ? await app.get(`${base}/me`) : null;
  const missing = first(app, me);
  if (missing) return app.replace(app.root, ...head(app, app.text("sessions")), missing);
  const list = app.element("div", {});
  const more = app.element("button", { type: "button", class: "plain", hidden: true }, app.text("more"));
  const load = async after => {
    const found = await app.get(`${base}/me/days?limit=14${after ? `&after=${after}` : ""}`);
    const cards = found.items.map(day => dayCard(app, day.day, day, day.day === earlier(me.today) ? app.text("yesterday") : ""));
    if (after) list.append(...cards);
    else app.replace(list, cards.length ? cards : dayCard(app, earlier(me.today), null));
    more.hidden = !found.next;
    more.onclick = () => load(found.next);
  };
  app.replace(app.root, ...head(app, app.text("sessions")), app.element("p", { class: "muted" }, app.text("seasonPoints", { n: number(app, me.points), season: me.season?.title ?? "" })),
    list, more);
  await load();
  return app.watch([`${app.area}/me/${app.me.id}`], () => load().catch(() => null));
}
