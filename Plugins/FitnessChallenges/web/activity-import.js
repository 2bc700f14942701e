// Bringing in a file, part by part. The id of the import follows from the file, so that one which was interrupted goes on when the file is chosen again.
import { kindOptions } from "./activities.js";
import { base, field, look, path } from "./shared.js";
import { askForRoute } from "./route-consent.js";

const part = 512 * 1024;

export default async function page(app) {
  const file = app.element("input", { type: "file", accept: ".gpx,.tcx,.fit,.xml,.zip", required: true });
  const kind = app.element("select", {}, kindOptions(app));
  const progress = app.element("progress", { max: 1, value: 0, hidden: true, "aria-label": app.text("importFile") });
  const state = app.element("div", { role: "status" });
  const send = app.element("button", {}, app.text("importStart"));
  const form = app.element("form", { class: "card" }, app.element("p", { class: "muted" }, app.text("importHelp")),
    field(app, "file", app.text("chooseFile"), file), field(app, "importKind", app.text("importKind"), kind), app.element("p", {}, send), progress, state);
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const chosen = file.files[0];
    if (!chosen) return file.focus();
    send.disabled = true;
    try {
      if (await askForRoute(app)) {
        progress.hidden = false;
        const done = await handIn(app, chosen, kind.value, came => {
          progress.value = came / chosen.size;
          state.textContent = app.text("importProgress", { n: new Intl.NumberFormat(app.language, { style: "percent" }).format(came / chosen.size) });
        });
        app.replace(state, outcome(app, done));
      }
    } catch (problem) {
      state.textContent = app.said(problem);
    }
    send.disabled = false;
  });
  app.replace(app.root, look(app), app.element("h1", {}, app.text("importFile")), form);
}

async function handIn(app, file, kind, tell) {
  const named = `${file.name}/${file.size}/${file.lastModified}/${kind}`;
  const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(named)))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  const root = `${base}/me/imports/${hash.slice(0, 40)}`;
  let now = await app.post(`${base}/me/imports`, { id: hash.slice(0, 40), name: file.name.slice(0, 120), bytes: Math.max(1, file.size), kind }, app.newKey());
  if (now.phase === "done") {
    await app.remove(root);
    now = await app.post(`${base}/me/imports`, { id: now.id, name: file.name.slice(0, 120), bytes: Math.max(1, file.size), kind }, app.newKey());
  }
  while (now.phase === "open") {
    const piece = file.slice(now.came, now.came + part);
    now = await app.put(`${root}/parts/${now.part}`, new Blob([piece], { type: "application/octet-stream" }));
    tell(now.came);
  }
  while (now.phase === "counting") now = await app.post(`${root}/finish`, {}, app.newKey());
  return now;
}

function outcome(app, done) {
  const count = value => new Intl.NumberFormat(app.language).format(value);
  return [app.element("p", {}, app.text("importDone", { added: count(done.added), known: count(done.known) })),
    done.routesLeftOut > 0 && app.element("p", {}, app.text("importRoutesLeftOut", { n: count(done.routesLeftOut) })),
    done.refusals.length > 0 && [app.element("p", {}, app.text("importNotTaken")), app.element("ul", {}, done.refusals.map(refused =>
      app.element("li", {}, refused.name && app.element("bdi", {}, `${refused.name}: `), refused.detail)))],
    app.element("p", {}, app.element("a", { class: "button plain", href: path(app, "activities") }, app.text("activities")))];
}
