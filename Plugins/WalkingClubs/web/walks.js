// Walks that are organised: who comes checks in with the code that who leads it shows.
import { moment } from "/formats.js";
import { asks, field, form } from "/forms.js";
import { base, first, head, number } from "./common.js";

export default async function page(app) {
  const me = app.me ? await app.get(`${base}/me`) : null;
  const missing = first(app, me);
  if (missing) return app.replace(app.root, ...head(app, app.text("walks")), missing);
  const path = `${base}/clubs/${encodeURIComponent(me.club.id)}/walks`;
  const list = app.element("div", {});
  const draw = async () => {
    const { items } = await app.get(path);
    app.replace(list, items.length ? items.map(walk => card(app, walk, path, draw))
      : app.element("fh-empty", { icon: "people", heading: app.text("noWalks"), detail: app.text("noWalksDetail") }));
  };
  app.replace(app.root, ...head(app, app.text("walks"), app.element("p", {}, app.text("walksDetail"))), list);
  await draw();
  return app.watch([`${app.area}/clubs/${me.club.id}`], (name, event) => (name === "walks" || name === "reset" ? draw().catch(() => null) : null));
}

function card(app, walk, path, draw) {
  const there = walk.checkedIn > 0 ? app.text("checkedIn", { n: number(app, walk.checkedIn) }) : null;
  return app.element("fh-card", { icon: "people", label: moment(app, walk.startsAt), heading: walk.title, badge: there }, walk.place && app.element("p", { class: "muted" }, app.element("bdi", {}, walk.place)),
    walk.code && app.element("p", {}, app.text("codeIs"), " ", app.element("strong", { class: "code", dir: "ltr" }, walk.code)),
    walk.isMine ? app.element("p", { class: "pill" }, app.text("youAreThere")) : walk.isOpen && form(app, [field(app, `code-${walk.id}`, app.text("code"), { autocomplete: "off", maxlength: 20, required: true })], app.text("checkIn"), async data => {
      await app.put(`${path}/${walk.id}/check-in`, { code: data.get(`code-${walk.id}`).trim() });
      await draw();
      app.announce(app.text("youAreThere"));
    }),
    walk.code && app.element("div", { class: "actions" }, app.action(app.text("callOff"), async () => {
      if (!await asks(app, app.text("callOff"), { detail: walk.title, yes: app.text("callOff") })) return;
      await app.remove(`${path}/${walk.id}`);
      await draw();
      app.announce(app.text("calledOff"));
    })));
}
