// What shows an entry: a picture or an activity; what the coach says of it, and what one says against that.
import { worded } from "/api.js";
import { moment } from "/formats.js";
import { ask, number } from "./shared.js";

const widest = 1600;

/** How well an entry is shown, and that it does not count. */
export const marks = (app, item) => [app.text(`evidence.${item.evidence}`), item.ruling === "confirmed" && item.evidence !== "confirmed" && app.text("evidence.confirmed"), item.ruling === "rejected" && app.text("rejectedFor", { reason: item.reason }),
  item.appeal && app.text(item.isAppealed ? "appealWaits" : "appealSaid", { text: item.appeal })];

export const picture = (app, item) => item.photo && app.element("a", { href: item.photo, target: "_blank", rel: "noopener" },
  app.element("img", { src: item.photo, alt: app.text("photoOf"), class: "evidence" }));

/** The buttons by which an athlete shows an entry, or appeals its rejection. */
export function showing(app, item, root, draw) {
  const path = `${root}/days/${item.day}/exercises/${item.exercise}/entries/${encodeURIComponent(item.entry)}`;
  if (item.ruling === "rejected") return !item.isAppealed && app.action(app.text("appeal"), () => appeal(app, path, draw));
  const id = `photo-${item.entry}`;
  const choose = app.element("input", { type: "file", id, accept: "image/*", class: "off-screen", onchange: () => add().catch(problem => app.announce(app.said(problem))) });
  const add = async () => {
    const [file] = choose.files;
    if (!file) return;
    await send(`${path}/photo`, await small(file));
    app.announce(app.text("photoReceived"));
    await draw();
  };
  return app.element("span", { class: "row" }, choose, app.element("label", { for: id, class: "button plain" }, app.text(item.photo ? "changePhoto" : "addPhoto")),
    item.photo && app.action(app.text("removePhoto"), async () => {
      await app.remove(`${path}/photo`);
      await draw();
    }));
}

async function appeal(app, path, draw) {
  const words = app.element("textarea", { id: "appeal", rows: 3, maxlength: 500 });
  const answer = await ask(app, app.text("appeal"), app.element("div", {}, app.element("label", { for: "appeal" }, app.text("appealWords")), words),
    [["yes", app.text("appealSend")], ["", app.text("cancel"), "plain"]]);
  if (!answer) return;
  await app.put(`${path}/appeal`, { text: words.value });
  app.announce(app.text("appealReceived"));
  await draw();
}

// Drawn anew, so that it says nothing of where it was taken.
export async function small(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, widest / Math.max(bitmap.width, bitmap.height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error("no picture")), "image/jpeg", 0.85));
}

export async function send(path, blob) {
  const answer = await fetch(path, { method: "PUT", headers: { "content-type": blob.type, "x-fieldhouse-session": "cookie" }, body: blob });
  if (answer.ok) return;
  const { detail } = await worded(await answer.json().catch(() => ({})), path);
  throw Object.assign(new Error(detail ?? ""), { status: answer.status, errors: [] });
}

/** The activities that may show an entry, as a choice; nothing where there are none. */
export async function activityChoice(app, base) {
  const { items } = await app.get(`${base}/me/activities?limit=20`).catch(() => ({ items: [] }));
  if (!items.length) return null;
  const said = item => [item.title || app.text(`activity.${item.kind}`), moment(app, item.start, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }),
    item.seconds > 0 && app.text("minutesOf", { n: number(app, Math.floor(item.seconds / 60)) })].filter(Boolean).join(" · ");
  return app.element("select", {}, app.element("option", { value: "" }, app.text("noActivityShows")), items.map(item => app.element("option", { value: item.id }, said(item))));
}
