// An event: what, when and where, my answer, and for those who look after the team who comes and who has seen it.
import { hour, moment } from "/formats.js";
import { asks, field, form } from "/forms.js";
import { follow, head, may, number, path, person, readTeam, teamApi, teamPage } from "./shared.js";
import { children } from "./children.js";
import { crew } from "./crew.js";
import { spans } from "./times.js";
import { files } from "./files.js";
// Whoever has looked at an event has the page of check-in on the device, too.
import "./here.js";

const replies = ["yes", "maybe", "no"];

export default async function page(app) {
  const team = await readTeam(app);
  const place = `${teamApi(team.id)}/events/${path(app.parameters.event)}`;
  const answer = app.element("section", {});
  const [family, people] = [0, 1].map(() => app.element("section", {}));
  let shown = null;
  const draw = async () => {
    const event = await app.get(place);
    const isNew = event.version !== shown;
    shown = event.version;
    const seen = isNew && app.put(`${place}/seen`).catch(() => null);
    app.replace(app.root, ...head(app, team, ""), facts(app, team, event), answer, files(app, team, place, event, draw), family, people, tools(app, team, place, event, draw));
    app.root.querySelector("h1").append(app.element("bdi", {}, event.title));
    if (!answer.contains(document.activeElement) || isNew) app.replace(answer, mine(app, place, event, draw));
    // Who looks is among those who have seen it.
    await Promise.all([seen, children(app, place, event, family, draw)]);
    if (may(team, "edit-calendar")) await crew(app, place, people);
  };
  await draw();
  return follow(app, [team.id], ["calendar", "answers", "attendance"], async (_, heard) => {
    if (!heard?.data?.event || heard.data.event === app.parameters.event || shown === null) await draw();
  });
}

function facts(app, team, event) {
  const [here, there] = spans(app, event, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const line = (sign, ...content) => app.element("p", { class: "fact" }, app.icon(sign), app.element("span", {}, content));
  return app.element("fh-card", { icon: "calendar", label: app.text(`kind.${event.kind}`), badge: event.isCancelled ? app.text("cancelled") : "", live: event.isCancelled },
    line("clock", here), there && line("pin", there),
    event.meetAt && line("people", app.text("meetAt", { time: hour(app, event.meetAt) })),
    event.repeats && line("calendar", app.text("series")), event.opponent && line("flag", app.element("bdi", {}, event.opponent)),
    event.locations.map(location => line("pin", app.element("bdi", {}, words(location)))), event.locations.length > 0 && line("shield", app.text("safe")),
    event.roles && line("people", event.roles.map(role => app.text("rolePlaces", { name: role.name, n: number(app, role.count) })).join(" · ")),
    event.minimumAge && line("person", app.text("fromAge", { n: number(app, event.minimumAge) })),
    event.description && app.element("p", { class: "biography" }, event.description),
    event.contacts.map(contact => app.element("p", { class: "fact" }, person(app, contact, 32), app.element("a", { href: teamPage(app, team.id, `/members/${contact.id}`) }, app.element("bdi", {}, contact.name)))),
    event.tags.length > 0 && app.element("p", { class: "row" }, event.tags.map(tag => app.element("span", { class: "pill" }, tag))));
}

const words = place => [place.name, [place.street, place.number].filter(Boolean).join(" "), place.street2, [place.zip, place.city].filter(Boolean).join(" "), place.state, place.country].filter(Boolean).join(", ");

function mine(app, place, event, draw) {
  const isOver = Date.parse(app.instant()) >= Date.parse(event.deadlineAt) || event.isCancelled;
  const counts = event.capacity ? app.text("goingOf", { n: number(app, event.going), all: number(app, event.capacity) }) : app.text("going", { n: number(app, event.going) });
  const error = app.element("p", { class: "error", role: "alert" });
  const send = async (reply, note = event.mine?.note ?? "") => {
    error.textContent = "";
    try {
      const { isSent } = await app.queue.enter({ path: `${place}/answer`, body: { reply, note }, title: `${event.title}: ${app.text(`reply.${reply}`)}`, page: location.pathname });
      app.announce(app.text(isSent ? "answered" : "answerWaits"));
      /** @type {HTMLElement} */ (document.activeElement)?.blur();
      if (isSent) await draw();
    } catch (problem) {
      error.textContent = app.said(problem);
    }
  };
  return app.element("fh-card", { heading: app.text("willYouCome") },
    app.element("p", { class: "muted" }, isOver ? app.text("deadlinePassed") : app.text("deadline", { time: moment(app, event.deadlineAt) })),
    app.element("div", { class: "replies", role: "group" }, replies.map(reply => app.element("button", { type: "button", class: event.mine?.reply === reply ? "" : "plain",
      "aria-pressed": String(event.mine?.reply === reply), disabled: isOver, onclick: () => send(reply) }, app.text(`reply.${reply}`)))),
    event.mine?.position && app.element("p", { class: "waits" }, app.text("position", { n: number(app, event.mine.position) })),
    app.element("p", { class: "muted" }, counts, event.waiting > 0 && ` · ${app.text("waiting", { n: number(app, event.waiting) })}`), error,
    event.mine && !isOver && app.element("details", {}, app.element("summary", {}, app.text("note")),
      form(app, [field(app, "note", app.text("note"), { maxlength: 300, value: event.mine.note })], app.text("sendNote"), data => send(event.mine.reply, data.get("note")), "plain")),
    presence(app, place, event, error));
}

// Saying that one is or was there: from an hour before the beginning on.
function presence(app, place, event, error) {
  const [now, start] = [app.instant(), event.startsAt].map(Date.parse);
  if (event.isCancelled || now < start - 36e5) return null;
  const say = async state => {
    error.textContent = "";
    try {
      const { isSent } = await app.queue.enter({ path: `${place}/presence`, body: { state }, title: `${event.title}: ${app.text(`state.${state}`)}`, page: location.pathname });
      app.announce(app.text(isSent ? "saved" : "answerWaits"));
    } catch (problem) {
      error.textContent = app.said(problem);
    }
  };
  return app.element("div", { class: "actions" }, app.element("button", { type: "button", onclick: () => say("present") }, app.text(now < Date.parse(event.endsAt) ? "iAmHere" : "iWasThere")),
    app.element("button", { type: "button", class: "plain", onclick: () => say("absent") }, app.text("notThere")));
}

function tools(app, team, place, event, draw) {
  const change = isCancelled => async () => {
    if (isCancelled && !await asks(app, app.text("cancelQuestion"), { kind: "danger" })) return;
    await app.put(place, { ...bare(event), isCancelled });
    await draw();
  };
  return app.element("p", { class: "row" },
    may(team, "edit-attendance") && app.element("a", { class: "button plain", href: teamPage(app, team.id, `/attendance?event=${event.id}`) }, app.text("takeAttendance")),
    may(team, "edit-attendance") && !event.isCancelled && app.element("a", { class: "button plain", href: teamPage(app, team.id, `/events/${event.id}/code`) }, app.text("checkInShow")),
    may(team, "edit-calendar") && !event.isCancelled && Date.parse(app.instant()) < Date.parse(event.deadlineAt) && app.action(app.text("askAgain"), async () => {
      const { asked } = await app.post(`${place}/ask`);
      app.announce(app.text("askedCount", { n: number(app, asked) }));
    }),
    may(team, "edit-calendar") && app.element("a", { class: "button plain", href: teamPage(app, team.id, `/events/${event.id}/edit`) }, app.text("edit")),
    may(team, "edit-calendar") && app.action(app.text(event.isCancelled ? "restoreEvent" : "cancelEvent"), change(!event.isCancelled), event.isCancelled ? "plain" : "danger"));
}

// The event as a change of it is sent.
export function bare(event) {
  const minutes = until => Math.round((Date.parse(event.startsAt) - Date.parse(until)) / 6e4);
  const body = { kind: event.kind, title: event.title, description: event.description, startsAt: event.startsAt, endsAt: event.endsAt, timeZone: event.timeZone, allDay: event.allDay,
    locations: event.locations, isSafePlace: event.locations.length > 0, contacts: event.contacts.map(({ id }) => id), tags: event.tags, opponent: event.opponent,
    deadlineMinutes: minutes(event.deadlineAt), hasAlcohol: event.hasAlcohol, version: event.version };
  if (event.meetAt) body.meetMinutes = minutes(event.meetAt);
  if (event.capacity) body.capacity = event.capacity;
  if (event.roles) body.roles = event.roles;
  if (event.minimumAge) body.minimumAge = event.minimumAge;
  return body;
}
