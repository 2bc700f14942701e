// My discs: what is in the bag, and how often each was thrown.
import { base, look, number } from "./shared.js";

const kinds = ["driver", "fairway", "midrange", "putter"];

export default async function page(app) {
  if (!app.me || app.me.kind === "guest") return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const list = app.element("ul", { class: "people" });
  const empty = app.element("fh-empty", { heading: app.text("noDiscs"), detail: app.text("noDiscsAbout"), hidden: true });
  const card = app.element("section", { class: "card" }, list);
  const name = app.element("input", { id: "disc-name", maxlength: 40, required: true, autocomplete: "off" });
  const kind = app.element("select", { id: "disc-kind" }, kinds.map(one => app.element("option", { value: one }, app.text(`disc.${one}`))));
  const mistake = app.element("p", { class: "error", role: "alert" });
  const draw = async () => {
    const [{ items }, statistics] = await Promise.all([app.get(`${base}/me/discs`), app.get(`${base}/me/statistics`)]);
    const used = new Map(statistics.discs.map(disc => [disc.name, disc]));
    const bag = items.filter(disc => !disc.isGone);
    [empty.hidden, card.hidden] = [bag.length > 0, bag.length === 0];
    app.replace(list, bag.map(disc => app.element("li", { class: "person" }, app.element("bdi", {}, disc.name), app.element("span", { class: "badge" }, app.text(`disc.${disc.kind}`)),
      app.element("span", { class: "muted" }, used.has(disc.name) ? app.text("thrownTimes", { n: number(app, used.get(disc.name).uses ?? used.get(disc.name).holes), holes: number(app, used.get(disc.name).holes) }) : ""),
      app.element("span", { class: "end" }, app.action(app.text("remove"), async () => {
        await app.remove(`${base}/me/discs/${disc.number}`);
        await draw();
      })))));
  };
  const add = async event => {
    event.preventDefault();
    mistake.textContent = "";
    try {
      await app.confirmed(() => app.post(`${base}/me/discs`, { name: name.value, kind: kind.value }));
      name.value = "";
      await draw();
      name.focus();
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("discs")), empty, card,
    app.element("form", { class: "card", onsubmit: add }, app.element("label", { for: "disc-name" }, app.text("discName")), name,
      app.element("label", { for: "disc-kind" }, app.text("discKind")), kind, mistake, app.element("button", {}, app.text("addDisc"))),
    app.element("p", { class: "muted" }, app.text("discsShown")));
  await draw();
}
