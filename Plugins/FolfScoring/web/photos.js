// Pictures of a round: taken with the camera of the phone, made smaller here, and without what the camera wrote down beside them.
import { worded } from "/api.js";
import { shortID } from "./local.js";
import { number } from "./shared.js";

const widest = 1600;

export function photos(app, path, hole) {
  const list = app.element("div", { class: "photos" });
  const field = app.element("input", { id: "photo", type: "file", accept: "image/*", capture: "environment", onchange: () => add().catch(problem => app.announce(app.said(problem))) });
  const node = app.element("details", { class: "card" }, app.element("summary", {}, app.text("photos")), list,
    app.element("label", { for: "photo" }, app.text("addPhoto")), field);
  let shown = "";
  const add = async () => {
    const [file] = field.files;
    if (!file) return;
    await send(`${path}/holes/${hole()}/photos/${shortID(20)}`, await small(file));
    field.value = "";
    app.announce(app.text("photoAdded"));
    await show();
  };
  const show = async () => {
    const { items } = await app.get(`${path}/photos`).catch(() => ({ items: [] }));
    const key = items.map(photo => photo.id).join();
    if (key === shown) return;
    shown = key;
    app.replace(list, items.map(photo => app.element("figure", {}, app.element("img", { src: photo.address, alt: app.text("photoBy", { name: photo.by }), loading: "lazy" }),
      app.element("figcaption", { class: "muted" }, app.element("bdi", {}, photo.by), photo.hole ? ` · ${app.text("hole", { n: number(app, photo.hole) })}` : "",
        photo.isMine && app.action(app.text("remove"), async () => {
          await app.remove(`${path}/photos/${photo.id}`);
          await show();
        })))));
    node.open = node.open || items.length > 0;
  };
  return { node, show: () => void show() };
}

/** A picture as JPEG, at most as wide and high as a screen; drawn anew, so that it says nothing of where it was taken. */
export async function small(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, widest / Math.max(bitmap.width, bitmap.height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error("no picture")), "image/jpeg", 0.85));
}

/** Sends a picture as the body of a request; throws a problem as the app's own calls do. */
export async function send(path, blob) {
  const answer = await fetch(path, { method: "PUT", headers: { "content-type": blob.type, "x-fieldhouse-session": "cookie" }, body: blob });
  if (answer.ok) return;
  const { detail } = await worded(await answer.json().catch(() => ({})), path);
  throw Object.assign(new Error(detail ?? ""), { status: answer.status, errors: [] });
}
