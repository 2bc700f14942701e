// A round: its lobby, and its card once it has started.
import { base, courseName, look } from "./shared.js";
import { asRound, draft } from "./local.js";
import { lobby } from "./lobby.js";
import { card } from "./card.js";
import { summary } from "./summary.js";

export default async function page(app) {
  const path = `${base}/rounds/${encodeURIComponent(app.parameters.round)}`;
  const body = app.element("div", {});
  const title = app.element("h1", {});
  // A finished round shows what it comes to, until somebody wants to look at the card.
  let [shown, wantsCard, isLeft] = [null, false, false];
  let end = null;
  const draw = async () => {
    const asked = shown?.asked?.();
    let isKnown = true;
    const round = await app.get(path).catch(problem => {
      // One that was begun here is known before the host knows of it.
      const found = draft(app.parameters.round);
      if (problem.status !== 0 && problem.status !== 404 || found?.state !== "running") throw problem;
      isKnown = false;
      return asRound(app, found);
    });
    // What comes when another page is open already must not lead away from it.
    if (isLeft) return;
    // The host lets nobody watch what it does not know of yet.
    if (isKnown) end ??= app.watch([`${app.area}/rounds/${app.parameters.round}`], again, again, again);
    if (round.next && shown?.kind === "card" && !wantsCard) return app.replaceBy(`/${app.area}/rounds/${round.next}`);
    title.textContent = courseName(app, round);
    if (round.state === "cancelled") {
      shown?.leave?.();
      shown = null;
      return app.replace(body, app.element("p", { class: "card" }, app.text("cancelled")),
        app.element("a", { class: "button", href: `/${app.area}` }, app.text("toStart")));
    }
    const kind = round.state === "lobby" ? "lobby" : round.state === "finished" && !wantsCard ? "summary" : "card";
    if (shown?.kind === kind) return shown.show(round, asked);
    shown?.leave?.();
    shown = { kind, ...{ lobby, card, summary }[kind](app, path, round, again, openCard) };
    app.replace(body, shown.nodes);
    shown.show(round);
  };
  const openCard = () => {
    wantsCard = true;
    return again();
  };
  // Who was removed sees no more of it; the live updates are refused as well, which leads here.
  const again = () => draw().catch(problem => {
    if (isLeft || ![401, 403, 404].includes(problem.status)) return;
    if (problem.status !== 401) app.announce(app.text("notInGame"));
    return app.go(`/${app.area}`);
  });
  app.replace(app.root, look(app), title, body);
  await draw();
  const wake = () => { if (!document.hidden) again(); };
  document.addEventListener("visibilitychange", wake);
  return () => {
    isLeft = true;
    end?.();
    document.removeEventListener("visibilitychange", wake);
    shown?.leave?.();
  };
}
