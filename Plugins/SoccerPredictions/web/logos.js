// The logos that operators give: a league is chosen, then it and its teams each have a way to choose a picture, and one to take it back.
import { upload } from "/api.js";
import { base, fold, path, search, sign } from "./parts.js";

// So many leagues are offered at once.
const most = 8;

export async function logos(app, body) {
  const { items } = await app.get(`${base}/leagues`);
  const [found, list] = [app.element("p", { class: "row" }), app.element("div", {})];
  const draw = async id => {
    const place = `${base}/leagues/${path(id)}`;
    const [league, { items: teams }] = await Promise.all([app.get(place), app.get(`${place}/teams`)]);
    const again = () => draw(id);
    app.replace(list, app.element("fh-list", { label: app.text("logos") }, line(app, league, place, "", again),
      teams.map(team => line(app, team, `${base}/teams/${path(team.id)}`, "team", again))));
  };
  const show = query => app.replace(found, items.filter(league => fold(league.name).includes(query)).slice(0, most)
    .map(league => app.action(`${league.name} ${league.season}`, () => draw(league.id))));
  show("");
  app.replace(body, app.element("h2", { id: "logos" }, app.text("logos")), app.element("p", { class: "muted" }, app.text("logosWhy")), search(app, app.text("searchLeagues"), show), found, list);
}

function line(app, thing, place, kind, again) {
  const id = `logo-${thing.id}`;
  const choose = app.element("input", { id, type: "file", accept: "image/jpeg,image/png,image/webp", class: "off-screen", "aria-label": `${app.text("logoChoose")}: ${thing.name}`, onchange: async event => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      await upload(`${place}/logo`, file);
      app.announce(app.text("logoSaved"));
      await again();
    } catch (problem) {
      app.announce(app.said(problem));
    }
  } });
  return app.element("div", {}, sign(app, thing, kind), app.element("span", { class: "grow" }, thing.name), choose,
    app.element("label", { for: id, class: "button plain" }, app.text("logoChoose")),
    thing.logo && app.action(app.text("takeOut"), async () => { await app.remove(`${place}/logo`); await again(); }));
}
