// The files of an event: to be opened by all, put there and taken away by those who change the event.
import { asks } from "/forms.js";
import { may, number, path } from "./shared.js";

const types = ["image/jpeg", "image/png", "application/pdf"];
const widest = 2000;

export function files(app, team, place, event, draw) {
  const mayChange = may(team, "edit-calendar");
  if (!event.files?.length && !mayChange) return null;
  const address = name => `${place}/files/${path(name)}`;
  const take = async file => {
    if (!await asks(app, app.text("removeFileQuestion", { name: file.name }), { kind: "danger" })) return;
    await app.remove(address(file.name));
    await draw();
  };
  return app.element("fh-card", { heading: app.text("files") },
    (event.files ?? []).map(file => app.element("p", { class: "row file" }, app.icon("cards"),
      app.element("a", { class: "grow", href: address(file.name), target: "_blank", rel: "noopener" }, app.element("bdi", {}, file.name)),
      app.element("small", { class: "muted" }, size(app, file.size)), mayChange && named(app, file, app.action(app.text("removeFile"), () => take(file), "plain")))),
    mayChange && adding(app, address, draw));
}

function named(app, file, button) {
  button.setAttribute("aria-label", `${app.text("removeFile")}: ${file.name}`);
  return button;
}

const size = (app, bytes) => new Intl.NumberFormat(app.language, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 }).format(Math.ceil(bytes / 1000));

function adding(app, address, draw) {
  const error = app.element("p", { class: "error", role: "alert" });
  const choose = app.element("input", { type: "file", id: "file", accept: types.join(), class: "off-screen", onchange: () => add().catch(problem => { error.textContent = app.said(problem); }) });
  const add = async () => {
    const [file] = choose.files;
    if (!file) return;
    error.textContent = "";
    await app.put(address(file.name.slice(-100)), await small(file));
    app.announce(app.text("fileAdded"));
    await draw();
  };
  return app.element("div", {}, app.element("div", { class: "actions" }, choose, app.element("label", { for: "file", class: "button plain" }, app.text("addFile"))),
    app.element("p", { class: "muted" }, app.text("filesHelp", { n: number(app, 5) })), error);
}

// A picture is drawn anew, so that it says nothing of where it was taken and is no larger than it need be.
async function small(file) {
  if (!file.type.startsWith("image/")) return file;
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, widest / Math.max(bitmap.width, bitmap.height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error("no picture")), file.type === "image/png" ? "image/png" : "image/jpeg", 0.85));
}
