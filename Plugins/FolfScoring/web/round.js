// A round: its lobby, and its card once it has started.
import { base, courseName, look } from "./shared.js";
import { lobby } from "./lobby.js";
import { card } from "./card.js";

export default async function page(app) {
  const path = `${base}/rounds/${encodeURIComponent(app.parameters.round)}`;
  const body = app.element("div", {});
  const title = app.element("h1", {});
  let shown = null;
  const draw = async () => {
    const round = await app.get(path);
    title.textContent = courseName(app, round);
    if (round.state === "cancelled") {
      shown?.leave?.();
      shown = null;
      return app.replace(body, app.element("p", { class: "card" }, app.text("cancelled")),
        app.element("a", { class: "button", href: `/${app.area}` }, app.text("toStart")));
    }
    const kind = round.state === "lobby" ? "lobby" : "card";
    if (shown?.kind === kind) return shown.show(round);
    shown?.leave?.();
    shown = { kind, ...(kind === "lobby" ? lobby : card)(app, path, round, again) };
    app.replace(body, shown.nodes);
    shown.show(round);
  };
  // Who was removed sees no more of it.
  const again = () => draw().catch(problem => {
    if ([401, 403, 404].includes(problem.status)) return app.go(`/${app.area}`);
  });
  app.replace(app.root, look(app), title, body);
  await draw();
  const end = app.watch([`${app.area}/rounds/${app.parameters.round}`], again, again);
  const wake = () => { if (!document.hidden) again(); };
  document.addEventListener("visibilitychange", wake);
  return () => {
    end();
    document.removeEventListener("visibilitychange", wake);
    shown?.leave?.();
  };
}
