import { announce, element, replace } from "/dom.js";
import { advertisementCard } from "/console/advertisements.js";
import { announcementCard } from "/console/announcements.js";
import { contentCard } from "/console/content.js";
import { languageCard } from "/console/languages.js";
import { crashCard } from "/console/crashes.js";
import { messageCard } from "/console/messages.js";
import { organisationCards } from "/console/organisations.js";
import { pluginCard } from "/console/plugins.js";
import { reportCard } from "/console/reports.js";
import { saving, table, time, zone } from "/console/table.js";
import { uptimeCard } from "/console/uptime.js";
import { usageCard } from "/console/usage.js";

const main = document.getElementById("main");
let token = sessionStorage.getItem("console-token");

// Without a token the cookie of a session says who asks.
async function send(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = token ? { authorization: `Bearer ${token}` } : { "x-fieldhouse-session": "cookie" };
  const isFile = body instanceof Blob;
  if (body) headers["content-type"] = isFile ? body.type : "application/json";
  const response = await fetch(path, { method, headers, body: isFile ? body : body && JSON.stringify(body) });
  if (response.ok) return response;
  const { detail, errors } = await response.json().catch(() => ({}));
  throw Object.assign(new Error(errors?.map(error => error.detail).join(" ") || (detail ?? "The host cannot be reached.")), { errors, status: response.status });
}

// `body` is sent as JSON, a file as it is.
async function call(method, path, body) {
  const response = await send(method, path, body);
  return response.json().catch(() => ({}));
}

// A picture that needs the token, as data that an image shows.
call.picture = async path => {
  const content = await (await send("GET", path)).blob();
  return new Promise((done, failed) => {
    const reader = new FileReader();
    Object.assign(reader, { onload: () => done(reader.result), onerror: () => failed(reader.error) });
    reader.readAsDataURL(content);
  });
};

// Why whoever is signed in is not let in without a token, nothing where nobody is; null for super-admins, who are. Nobody else asks for more, so
// that their browsers have nothing to complain of.
async function refusal() {
  if (!localStorage.getItem("signed-in")) return [];
  const me = await call("GET", "/v1/me");
  if (!me.roles.includes("super-admin")) return ["You are signed in, but are no administrator."];
  const { required } = await call("GET", "/v1/me/second-factor");
  return required ? ["Administrators act only with a second factor. ", element("a", { href: "/account/security" }, "Set one up, or enter its code")] : null;
}

function enter(...message) {
  const input = element("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const submit = event => {
    event.preventDefault();
    token = input.value;
    sessionStorage.setItem("console-token", token);
    show();
  };
  replace(main, element("h1", {}, "Console"), element("form", { class: "card", onsubmit: submit },
    element("label", { for: "token" }, "Operator's token (FIELDHOUSE_CONSOLE_TOKEN)"), input,
    message.length > 0 && element("p", { class: "error", role: "alert" }, message),
    element("p", { class: "row" }, element("button", { type: "submit" }, "Open"),
      element("a", { class: "button plain", href: "/login?back=%2Fconsole" }, "Log in with e-mail and password"))));
}

async function show() {
  try {
    const refused = token ? null : await refusal();
    if (refused) return enter(...refused);
    const [plugins, clock, events, ready, reports, messages, content, advertisements, languages, announcements, crashes, organisations, uptime, app, usage] = await Promise.all([
      pluginCard(call), call("GET", "/v1/console/clock"), call("GET", "/v1/console/events"),
      fetch("/readyz?verbose").then(answer => answer.json()), reportCard(call), messageCard(call), contentCard(call), advertisementCard(call), languageCard(call), announcementCard(call), crashCard(call),
      organisationCards(call), uptimeCard(call), call("GET", "/v1/app"), usageCard(call),
    ]);
    replace(main, element("h1", {}, `Host: ${ready.status}${app.environment ? ` (${app.environment})` : ""}`), app.environment && element("p", { class: "environment", role: "note" }, `This host is for ${app.environment} alone.`), element("p", { class: "muted" }, `Times are those of ${zone}; files hold them in UTC.`), clockCard(clock), troubleTable(ready.parts), uptime, plugins, eventTable(events.items), ...organisations ?? [], announcements, reports, messages, content, advertisements, languages, usage, crashes);
  } catch (problem) {
    // A token that does not count stands in the way of no session.
    if (problem.status === 401 || problem.status === 403) {
      token = null;
      sessionStorage.removeItem("console-token");
    }
    enter(problem.message);
  }
}

function clockCard(clock) {
  if (!clock.isSimulated) return element("p", { class: "card" }, "Real time: ", time(clock.now));
  const input = element("input", { id: "instant", value: clock.now.replace(/\.\d+Z/, "Z"), size: 24 });
  const submit = async event => {
    event.preventDefault();
    try {
      await call("POST", "/v1/console/clock", { advanceTo: input.value });
      announce("The clock was moved.");
      await show();
    } catch (problem) {
      announce(problem.message);
    }
  };
  return element("form", { class: "card", onsubmit: submit }, element("h2", {}, "Simulated time: ", time(clock.now)),
    element("label", { for: "instant" }, "Move forward to (UTC)"),
    element("p", { class: "row" }, input, element("button", { type: "submit" }, "Move")));
}

// The parts of the host, and what belongs to plugins, that the operator should know something of.
function troubleTable(parts) {
  const found = parts.filter(part => part.state !== "ok" || part.detail);
  if (found.length === 0) return element("p", { class: "card" }, "All parts of the host are fine.");
  const head = ["Part", "State", "Since", "What is wrong", "Remedy"];
  const rows = found.map(part => [part.part, part.state, part.since, part.detail, part.remedy]);
  return element("section", { class: "card scroll" }, element("h2", {}, "What needs a look"), table(head, rows), element("p", {}, saving("health", head, () => rows)));
}

// Events that plugins could not receive.
function eventTable(events) {
  if (events.length === 0) return element("p", { class: "card" }, "No events were put aside.");
  const act = (what, event) => async () => {
    try {
      const { count } = await call("POST", `/v1/console/events/${what}`, { subscriber: event.subscriber, place: event.place });
      announce(`${count} ${count === 1 ? "event" : "events"}: ${what}`);
      await show();
    } catch (problem) {
      announce(problem.message);
    }
  };
  const head = ["Plugin", "Event", "From", "Tries", "What went wrong", "Since", ""];
  const line = event => [event.subscriber, event.name, event.source, String(event.tries), event.fault, event.since];
  return element("section", { class: "card scroll" }, element("h2", {}, "Events that were put aside"), table(head, events.map(event => [
    ...line(event), element("td", { class: "row" },
      element("button", { type: "button", onclick: act("resend", event) }, "Send again"),
      element("button", { type: "button", onclick: act("discard", event) }, "Throw away")),
  ])), element("p", {}, saving("events", head, () => events.map(line))));
}

show();
