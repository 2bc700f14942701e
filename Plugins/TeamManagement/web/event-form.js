// Putting an event on the calendar, or changing one: what everybody needs first, the rest below.
import { check, field, form } from "/forms.js";
import { head, path, readTeam, teamApi, teamPage } from "./shared.js";
import { busy } from "./conflicts.js";
import { bare } from "./event.js";
import { addDays, instant, ownZone, wall, weekday, wholeDays } from "./times.js";

const codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
// From when to when something is that has no hours yet.
const usual = ["18:00", "19:30"];
const parts = ["number", "street", "street2", "city", "state", "zip", "country"];

export default async function page(app) {
  const team = await readTeam(app);
  const { items: roster } = await app.get(`${teamApi(team.id)}/roster`);
  const isNew = !app.parameters.event;
  const place = isNew ? null : `${teamApi(team.id)}/events/${path(app.parameters.event)}`;
  const event = isNew ? blank(app) : await app.get(place);
  const clash = app.element("p", { class: "waits", role: "status" });
  const node = form(app, [first(app, event), clash, where(app, event), again(app, event, isNew),
    more(app, event, roster), !isNew && event.repeats && field(app, "reach", app.text("reach"), { options: ["this", "following", "all"].map(key => [key, app.text(`reach.${key}`)]) })],
  app.text("save"), async data => {
    const body = read(data, event, isNew);
    const id = isNew ? (await app.post(`${teamApi(team.id)}/events`, body)).event : event.id;
    if (!isNew) await app.put(place, body);
    await app.go(teamPage(app, team.id, `/events/${id}`));
  });
  // Who has something else then is told while one plans.
  const look = async () => {
    const { startsAt, endsAt } = read(new FormData(node), event, isNew);
    if (startsAt < endsAt) await busy(app, team, clash, startsAt, endsAt, event.id);
  };
  // Another place is confirmed anew.
  for (const name of ["place", ...parts]) node.elements[name].addEventListener("input", () => { node.elements.safe.checked = false; });
  for (const name of ["day", "from", "to", "allDay"]) node.elements[name].addEventListener("change", () => look().catch(() => app.replace(clash)));
  const { allDay, from, to, meet } = node.elements;
  const hide = () => {
    for (const part of [from.closest(".row"), meet.closest(".field")]) part.hidden = allDay.checked;
    for (const input of [from, to]) input.required = !allDay.checked;
  };
  allDay.addEventListener("change", hide);
  hide();
  app.replace(app.root, ...head(app, team, app.text(isNew ? "newEvent" : "editEvent")), node);
  await look();
}

function blank(app) {
  const zone = ownZone();
  const day = new URLSearchParams(location.search).get("day") ?? wall(app.instant(), zone).day;
  return { kind: "practice", title: app.text("kind.practice"), description: "", startsAt: instant(day, usual[0], zone), endsAt: instant(day, usual[1], zone), timeZone: zone, allDay: false,
    deadlineAt: instant(day, usual[0], zone), locations: [], contacts: [], tags: [], opponent: "", hasAlcohol: false };
}

function first(app, event) {
  const [from, to] = event.allDay ? usual : [event.startsAt, event.endsAt].map(at => wall(at, event.timeZone).time);
  return [field(app, "kind", app.text("kind"), { value: event.kind, options: ["practice", "game", "event"].map(key => [key, app.text(`kind.${key}`)]) }),
    field(app, "title", app.text("eventTitle"), { required: true, maxlength: 100, value: event.title }),
    field(app, "day", app.text("date"), { type: "date", required: true, value: wall(event.startsAt, event.timeZone).day }), check(app, "allDay", app.text("allDay"), event.allDay),
    app.element("div", { class: "row" }, field(app, "from", app.text("from"), { type: "time", required: true, value: from }),
      field(app, "to", app.text("until"), { type: "time", required: true, value: to })),
    field(app, "description", app.text("description"), { rows: 3, maxlength: 2000, value: event.description })];
}

const lastDay = event => event.allDay ? wholeDays(event)[1] : wall(event.endsAt, event.timeZone).day;

function where(app, event) {
  const [location = {}] = event.locations;
  return [field(app, "place", app.text("place"), { maxlength: 120, value: location.name }),
    check(app, "safe", app.text("safePlace"), event.locations.length > 0),
    app.element("details", {}, app.element("summary", {}, app.text("address")), parts.map(name => field(app, name, app.text(name), { maxlength: 120, value: location[name] })))];
}

function again(app, event, isNew) {
  const choices = isNew ? ["none", "daily", "weekly", "fortnightly", "monthly"] : event.repeats ? ["keep", "daily", "weekly", "fortnightly", "monthly"] : ["none", "daily", "weekly", "fortnightly", "monthly"];
  const day = new Intl.DateTimeFormat(app.language, { weekday: "short", timeZone: "UTC" });
  const days = app.element("fieldset", { hidden: true }, app.element("legend", {}, app.text("weekdays")), app.element("div", { class: "row" }, codes.map((code, index) =>
    check(app, `on-${code}`, day.format(new Date(Date.UTC(2024, 8, 1 + index))), false))));
  const until = field(app, "repeatUntil", app.text("repeatUntil"), { type: "date" });
  until.hidden = true;
  const show = ({ target }) => {
    days.hidden = !["weekly", "fortnightly"].includes(target.value);
    until.hidden = ["none", "keep"].includes(target.value);
    until.querySelector("input").required = !until.hidden;
    const own = target.form.elements[`on-${codes[weekday(target.form.elements.day.value)]}`];
    if (!days.hidden && !codes.some(code => target.form.elements[`on-${code}`].checked)) own.checked = true;
  };
  return [field(app, "repeats", app.text("repeats"), { options: choices.map(key => [key, app.text(`repeat.${key}`)]), onchange: show }), days, until];
}

function more(app, event, roster) {
  const { deadlineMinutes, meetMinutes } = bare(event);
  const count = { type: "number", min: 1, inputmode: "numeric" };
  const people = [["", app.text("nobody")], ...roster.map(({ person }) => [person.id, person.name])];
  return app.element("details", {}, app.element("summary", {}, app.text("more")),
    field(app, "opponent", app.text("opponent"), { maxlength: 100, value: event.opponent }), field(app, "tags", app.text("tags"), { maxlength: 300, value: event.tags.join(", ") }),
    field(app, "contact", app.text("contactPerson"), { options: people, value: event.contacts[0]?.id ?? "" }),
    field(app, "meet", app.text("meetMinutes"), { ...count, min: 0, max: 1440, value: meetMinutes }), field(app, "capacity", app.text("capacity"), { ...count, max: 10000, value: event.capacity }),
    field(app, "roles", app.text("roles"), { value: event.roles?.map(role => `${role.name}: ${role.count}`).join(", "), maxlength: 300, placeholder: app.text("rolesHint") }),
    field(app, "deadline", app.text("deadlineHours"), { ...count, min: 0, max: 8760, step: "any", value: deadlineMinutes / 60 }),
    field(app, "age", app.text("minimumAge"), { ...count, max: 99, value: event.minimumAge }), check(app, "alcohol", app.text("alcohol"), event.hasAlcohol),
    field(app, "lastDay", app.text("lastDay"), { type: "date", value: lastDay(event) }),
    field(app, "zone", app.text("timeZone"), { options: zones(event).map(name => [name, name]), value: event.timeZone }));
}

// The browser's zones, and those by another name that the event and the reader have.
const zones = event => [...new Set([event.timeZone, ownZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();

// What the form says, as it is sent.
function read(data, event, isNew) {
  const [zone, day, allDay] = [data.get("zone"), data.get("day"), data.has("allDay")];
  const startsAt = instant(day, allDay ? "00:00" : data.get("from"), zone);
  const moved = day !== wall(event.startsAt, event.timeZone).day && data.get("lastDay") === lastDay(event);
  const last = moved || data.get("lastDay") < day ? day : data.get("lastDay");
  const name = data.get("place").trim();
  const address = Object.fromEntries(parts.map(part => [part, data.get(part)]).filter(([, value]) => value));
  const body = { kind: data.get("kind"), title: data.get("title"), description: data.get("description"), startsAt,
    endsAt: allDay ? instant(addDays(last, 1), "00:00", zone) : instant(last, data.get("to"), zone), timeZone: zone, allDay,
    locations: name || Object.keys(address).length ? [{ name, ...address }, ...event.locations.slice(1)] : [], isSafePlace: data.has("safe"),
    contacts: [data.get("contact"), ...event.contacts.slice(1).map(({ id }) => id)].filter(Boolean), tags: data.get("tags").split(/[,\u060c]/).map(tag => tag.trim()).filter(Boolean),
    opponent: data.get("opponent"), deadlineMinutes: Math.round(Number(data.get("deadline")) * 60), hasAlcohol: data.has("alcohol") };
  for (const [key, from] of [["meetMinutes", "meet"], ["capacity", "capacity"], ["minimumAge", "age"]]) if (data.get(from)) body[key] = Number(data.get(from));
  const roles = data.get("roles").split(/[,\u060c]/).map(part => /^(.+?)\s*[:=]?\s*(\d+)$/.exec(part.trim())).filter(Boolean).map(([, role, count]) => ({ name: role.trim(), count: Number(count) }));
  if (roles.length) body.roles = roles;
  const rule = repeats(data, day);
  if (rule) body.repeats = rule;
  if (!isNew) Object.assign(body, { version: event.version, isCancelled: event.isCancelled, reach: data.get("reach") ?? "this" });
  return body;
}

function repeats(data, day) {
  const choice = data.get("repeats");
  if (choice === "none" || choice === "keep") return null;
  const until = `;UNTIL=${data.get("repeatUntil").replaceAll("-", "")}`;
  if (choice === "daily") return `FREQ=DAILY${until}`;
  if (choice === "monthly") return `FREQ=MONTHLY;BYMONTHDAY=${Number(day.slice(8))}${until}`;
  const days = codes.filter(code => data.has(`on-${code}`));
  return `FREQ=WEEKLY${choice === "fortnightly" ? ";INTERVAL=2" : ""};BYDAY=${(days.length ? days : [codes[weekday(day)]]).join(",")}${until}`;
}
