// The end of a round: its host says whether another one is played or the game is over; the others are told whose it is to say.
import { asking, playerName } from "./shared.js";

export function ending(app, path, round, again) {
  if (round.state !== "running") return [app.element("p", { class: "muted" }, app.text("finished")),
    app.element("a", { class: "button", href: `/${app.area}` }, app.text("toStart"))];
  // The director ends a card that cannot be submitted, such as one on which nobody has an account.
  if (round.isIndependent) return round.isHost ? asking(app, "endCard", "endCardQuestion", async () => { await app.post(`${path}/finish`); await again(); }) : [];
  const host = round.players.find(player => player.isHost);
  if (!round.isHost) return app.element("p", { class: "muted" }, app.text("hostEnds", { name: playerName(app, host ?? {}) }));
  const place = app.element("div", { class: "row" });
  const close = () => app.replace(place, app.element("button", { type: "button", class: "plain", onclick: open }, app.text("endRound")),
    asking(app, "giveUp", "giveUpQuestion", async () => { await app.post(`${path}/cancel`); await again(); }));
  const another = async isReversed => {
    try {
      const next = await app.post(`${path}/another`, { isReversed });
      await app.go(`/${app.area}/rounds/${next.round}`);
    } catch (problem) {
      app.announce(app.said(problem));
    }
  };
  const open = () => {
    const first = app.element("button", { type: "button", onclick: () => another(false) }, app.text("another"));
    app.replace(place, first, app.element("button", { type: "button", class: "plain", onclick: () => another(true) }, app.text("anotherReversed")),
      asking(app, "endGame", "endQuestion", async () => {
        const { isSent } = await app.queue.enter({ method: "POST", path: `${path}/finish`, title: app.text("endGame"), page: location.pathname });
        if (!isSent) app.announce(app.text("endsLater"));
        await again();
      }),
      app.element("button", { type: "button", class: "plain", onclick: close }, app.text("playOn")));
    first.focus();
  };
  close();
  return [place, handOver(app, path, round, again)];
}

// Another player becomes the host, such as when the host has to go.
function handOver(app, path, round, again) {
  const others = round.players.filter(player => player.account && player.id !== round.me);
  if (!others.length) return null;
  const choice = app.element("select", { id: "heir" }, others.map(player => app.element("option", { value: player.id }, playerName(app, player))));
  return app.element("details", { class: "card" }, app.element("summary", {}, app.text("handOver")),
    app.element("label", { for: "heir" }, app.text("newHost")), choice, app.element("p", {}, asking(app, "handOver", "handOverQuestion", async () => {
      await app.put(`${path}/host/${choice.value}`);
      await again();
    })));
}
