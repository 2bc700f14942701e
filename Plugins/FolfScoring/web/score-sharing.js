// Showing the own score elsewhere: by the device's own sheet, with a picture, or as a message that is copied; and showing it no more.
import { courseName, number, toPar } from "./shared.js";

export function scoreSharing(app, path, round) {
  const node = app.element("section", { class: "card" });
  const mine = round.players.find(player => player.id === round.me);
  const here = share => `/${app.area}/shared/${share}`;
  const shown = async share => {
    const values = { score: toPar(app, mine.toPar), throws: number(app, mine.throwCount), course: courseName(app, round) };
    const ways = await app.share(here(share), app.text("title"), link => app.text("shareScoreMessage", { ...values, link }));
    app.replace(node, app.element("h2", {}, app.text("shareScore")), ways, app.element("p", { class: "row" }, app.element("a", { class: "button plain", href: here(share) }, app.text("seeShared")),
      app.action(app.text("shareNoMore"), async () => {
        await app.remove(`${path}/share`);
        calm();
      })));
  };
  const calm = () => app.replace(node, app.element("h2", {}, app.text("shareScore")), app.element("p", { class: "muted" }, app.text("shareScoreAbout")),
    app.action(app.text("shareScore"), async () => shown((await app.post(`${path}/share`)).share), ""));
  if (!mine?.holes || app.me?.kind === "guest") return null;
  if (round.share) shown(round.share).catch(() => null);
  else calm();
  return node;
}
