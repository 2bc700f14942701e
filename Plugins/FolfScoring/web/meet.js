// What another phone has shown as a QR code, or passed on as a text: its card comes onto this one, without any connection.
import { bring, draft, joined, keep, unpacked } from "./local.js";
import { Notes } from "./notes.js";
import { look } from "./shared.js";

const parts = "folf-scoring.parts";

export default async function page(app) {
  if (!app.me || app.me.kind === "guest") return app.replaceBy(`/sign-in?back=${encodeURIComponent(`/${app.area}`)}`);
  const body = app.element("div", {});
  const mistake = app.element("p", { class: "error", role: "alert" });
  const field = app.element("textarea", { id: "passed", rows: 3, autocomplete: "off", spellcheck: "false" });
  const read = text => take(app, body, text).catch(() => { mistake.textContent = app.text("passedUnreadable"); });
  const form = app.element("form", { class: "card", onsubmit: event => {
    event.preventDefault();
    mistake.textContent = "";
    read(field.value);
  } }, app.element("label", { for: "passed" }, app.text("passedText")), field, mistake, app.element("button", {}, app.text("takeOver")));
  app.replace(app.root, look(app), app.element("h1", {}, app.text("meet")), app.element("p", { class: "muted" }, app.text("meetAbout")), body, form);
  const heard = () => { if (location.hash.length > 1) read(location.hash); };
  window.addEventListener("hashchange", heard);
  heard();
  return () => window.removeEventListener("hashchange", heard);
}

// One code of several is kept until all have come.
async function take(app, body, text) {
  const [, key, at, count, content] = text.trim().match(/(?:^|#)([a-z0-9]+)\.(\d+)\.(\d+)\.([\w-]+)$/);
  const kept = JSON.parse(sessionStorage.getItem(parts) ?? "{}");
  const all = { ...kept[key], [at]: content };
  const missing = Number(count) - Object.keys(all).length;
  sessionStorage.setItem(parts, JSON.stringify({ [key]: all }));
  if (missing > 0) return app.replace(body, app.element("p", { class: "card", role: "status" }, app.text("partsMissing", { n: missing })));
  const { found, from, entries } = await unpacked(Array.from({ length: Number(count) }, (_, index) => all[index + 1]).join(""));
  sessionStorage.removeItem(parts);
  const mine = draft(found.round);
  if (mine?.state === "running") return enter(app, joined(mine, found), entries);
  // Whoever comes onto the card says who of those it is; the one whose phone has shown it is taken.
  const free = found.players.filter(player => player.id !== from);
  app.replace(body, app.element("section", { class: "card" }, app.element("h2", {}, app.text("whoAreYou")), free.length
    ? app.element("div", { class: "row" }, free.map(player => app.element("button", { type: "button", onclick: () => enter(app, joined(null, found, player.id), entries) }, player.name)))
    : app.element("p", {}, app.text("nobodyFree"))));
}

async function enter(app, found, entries) {
  keep(found);
  const notes = new Notes(app, found.round, { changed: () => null, again: () => null, title: () => app.text("passedEntry") });
  await notes.look();
  const known = new Set(notes.all.map(note => note.id));
  // What the host has is asked for, as far as there is a connection.
  const round = await app.get(`/v1/folf-scoring/rounds/${found.round}`).catch(() => null);
  for (const player of round?.players ?? []) for (const cell of player.cells) for (const entry of cell.current) known.add(entry.id);
  const news = entries.filter(entry => !known.has(entry.id));
  await bring(app, found);
  for (const entry of news) await notes.pass(entry);
  notes.end();
  app.announce(app.text("passedTaken", { n: news.length }));
  await app.replaceBy(`/${app.area}/rounds/${found.round}`);
}
