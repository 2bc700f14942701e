// A fault of the app is said to whoever meets it, and told to the operators: what failed and where, and nothing of the person.
import { post, Problem } from "/api.js";
import { announce, asked, element } from "/dom.js";

let isShown = false;

const short = (text, most) => String(text ?? "").replace(/[^\P{C}\n]/gu, " ").slice(0, most);

// The frames of a stack, as the browser tells them, without the address of the host and the release.
const frames = error => short(error?.stack, 8000).split("\n").filter(line => /:\d+:\d+\)?$/.test(line)).map(line => line.trim().replaceAll(location.origin, "").replace(/\/assets\/[^/]+(?=\/)/g, ""));

/** Tells of an error that nothing has caught; what a call was refused for is only said. */
export async function crashed(error, { text, version }) {
  if (error instanceof Problem) return announce(error.message);
  const [stack, message] = [frames(error), short(error?.message ?? error, 300) || "?"];
  post("/v1/content/crashes", {
    message, place: short(stack[0]?.match(/\/[^\s()]*$|\/[^\s()]*(?=\))/)?.[0], 300), stack: short(stack.join("\n"), 4000), page: location.pathname.slice(0, 300),
    browser: short(navigator.userAgent, 300), version,
  }).catch(() => null);
  if (isShown) return;
  isShown = true;
  const answer = await asked(element("fh-dialog", { heading: text("crash"), leave: text("close") }, element("p", {}, text("crash.detail")),
    element("div", { class: "actions" }, element("button", { class: "plain", value: "on" }, text("crash.goOn")), element("button", { value: "again" }, text("crash.again")))));
  isShown = false;
  if (answer === "again") location.reload();
}
