// The picture of a session that people send each other: the route, and beside it what it was, for whom, and by whose app.
import { at, base, dayName, kilometres, number } from "./common.js";
import { lines } from "./route.js";

const side = 1080;
const ground = 700;

/** A button that shares the session, its route and a link to it, by the device's own sheet where there is one. */
export function shareButton(app, found, shape) {
  return app.action(app.text("shareSession"), async () => {
    const { share } = await app.post(`${base}/me/days/${found.summary.day}/share`, { withRoute: Boolean(shape) });
    const link = `${location.origin}${at(app, "shared", share)}?language=${app.language}`;
    const text = app.text("shareMessage", { steps: number(app, found.summary.steps), club: found.club?.name ?? "", link });
    const canvas = await drawn(app, { ...found.summary, club: found.club, group: found.group }, shape);
    const file = new File([await new Promise(resolve => canvas.toBlob(resolve, "image/png"))], "walk.png", { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], text }).catch(() => null);
    if (navigator.share) return navigator.share({ text, url: link }).catch(() => null);
    await navigator.clipboard?.writeText(text).catch(() => null);
    await handed(app, canvas, file, text);
  }, "");
}

// Where the device shares nothing itself: the picture to keep and the words to copy.
async function handed(app, canvas, file, text) {
  const address = URL.createObjectURL(file);
  canvas.className = "shared-picture";
  const dialog = app.element("fh-dialog", { heading: app.text("shareSession"), leave: app.text("close") },
    canvas, app.element("p", {}, text),
    app.element("div", { class: "actions" }, app.element("a", { class: "button", href: address, download: file.name }, app.text("savePicture"))));
  await app.asked(dialog);
  URL.revokeObjectURL(address);
}

/** The picture: logo of the app, of club and group, day, steps, calories, distance and points over the route. */
export async function drawn(app, day, shape) {
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const pen = canvas.getContext("2d");
  const colour = name => getComputedStyle(app.root).getPropertyValue(name).trim();
  const say = (text, x, y, size, shade, align = "start") => {
    Object.assign(pen, { font: `700 ${size}px system-ui, sans-serif`, fillStyle: colour(shade), textAlign: align, direction: document.dir || "ltr" });
    pen.fillText(text, x, y, side - 120);
  };
  pen.fillStyle = colour("--ground");
  pen.fillRect(0, 0, side, side);
  if (shape) way(pen, shape, colour("--brand"));
  const start = document.dir === "rtl" ? side - 60 : 60;
  const step = document.dir === "rtl" ? -1 : 1;
  const logos = await Promise.all(["/images/logo.svg", day.club?.picture, day.group?.picture].map(image));
  for (const [index, logo] of logos.filter(Boolean).entries()) pen.drawImage(logo, start + step * index * 110 - (step < 0 ? 90 : 0), 40, 90, 90);
  say([day.club?.name, day.group?.name].filter(Boolean).join(" · "), start, ground + 120, 44, "--ink");
  say(dayName(app, day.day, { dateStyle: "long" }), start, ground + 180, 38, "--soft");
  const facts = [app.text("stepsOf", { n: number(app, day.steps) }), day.metres ? kilometres(app, day.metres) : "", day.activeCalories ? app.text("caloriesOf", { n: number(app, day.activeCalories) }) : "",
    day.points !== null && day.points !== undefined ? app.text("pointsOf", { n: number(app, day.points) }) : ""].filter(Boolean);
  say(facts.slice(0, 2).join(" · "), start, ground + 260, 52, "--brand");
  say(facts.slice(2).join(" · "), start, ground + 330, 52, "--brand");
  return canvas;
}

function way(pen, shape, colour) {
  const scale = Math.min((side - 160) / Math.max(shape.width, 1), (ground - 240) / Math.max(shape.height, 1));
  const left = (side - shape.width * scale) / 2;
  Object.assign(pen, { strokeStyle: colour, lineWidth: 10, lineJoin: "round", lineCap: "round" });
  for (const line of lines(shape)) {
    pen.beginPath();
    for (const [index, [x, y]] of line.entries()) pen[index ? "lineTo" : "moveTo"](left + x * scale, 170 + y * scale);
    pen.stroke();
  }
}

function image(address) {
  if (!address) return null;
  return new Promise(resolve => {
    const made = new Image();
    made.onload = () => resolve(made);
    made.onerror = () => resolve(null);
    made.src = address;
  });
}
