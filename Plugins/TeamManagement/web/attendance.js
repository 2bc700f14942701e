// Attendance: the own one, and for those who take it that of everybody at an event and in all.
import { moment } from "/formats.js";
import { field } from "/forms.js";
import { follow, head, may, number, path, percent, person, readTeam, teamApi, teamPage } from "./shared.js";
import { begins } from "./times.js";

const states = ["present", "late", "absent", "excused"];

export default async function page(app) {
  const team = await readTeam(app);
  const [mine, taking, sums] = [0, 1, 2].map(() => app.element("section", {}));
  const chosen = { event: new URLSearchParams(location.search).get("event") ?? "" };
  const draw = async () => {
    const own = await app.get(`${teamApi(team.id)}/members/${path(app.me.id)}/attendance`);
    app.replace(mine, ownPart(app, team, own, draw));
    if (!may(team, "edit-attendance")) return;
    await take(app, team, own.events, chosen, taking, draw);
    const { items } = await app.get(`${teamApi(team.id)}/attendance`);
    app.replace(sums, everybody(app, team, items));
  };
  app.replace(app.root, ...head(app, team, app.text("attendance")), taking, mine, sums);
  await draw();
  return follow(app, [team.id], ["attendance", "calendar"], draw);
}

function ownPart(app, team, own, draw) {
  const say = (event, state) => async () => {
    const { isSent } = await app.queue.enter({ path: `${teamApi(team.id)}/events/${event.event}/presence`, body: { state },
      title: `${event.title}: ${app.text(`state.${state}`)}`, page: location.pathname });
    app.announce(app.text(isSent ? "saved" : "answerWaits"));
    if (isSent) await draw();
  };
  return [app.element("h2", {}, app.text("myAttendance")), summary(app, own.sum), own.events.length
    ? app.element("fh-list", { label: app.text("myAttendance") }, own.events.map(event => app.element("div", { class: "attended" },
      app.element("a", { class: "grow", href: teamPage(app, team.id, `/events/${event.event}`) }, app.element("bdi", {}, event.title), app.element("small", {}, begins(app, event))),
      app.element("span", { class: "pill" }, app.text(`state.${event.state ?? "none"}`)),
      app.element("span", { class: "row" }, app.action(app.text("state.present"), say(event, "present"), event.own === "present" ? "" : "plain"),
        app.action(app.text("notThere"), say(event, "absent"), event.own === "absent" ? "" : "plain")))))
    : app.element("p", { class: "muted" }, app.text("noAttendance"))];
}

function summary(app, sum) {
  const words = [sum.rate !== undefined && app.text("rate", { n: percent(app, sum.rate) }), sum.missed > 0 && app.text("missed", { n: number(app, sum.missed) })];
  return app.element("p", {}, words.filter(Boolean).join(" · "));
}

async function take(app, team, events, chosen, root, draw) {
  if (!events.length) return app.replace(root, app.element("p", { class: "muted" }, app.text("attendanceOpens")));
  chosen.event = events.some(({ event }) => event === chosen.event) ? chosen.event : events[0].event;
  const { items } = await app.get(`${teamApi(team.id)}/events/${path(chosen.event)}/attendance`);
  const choose = async ({ target }) => {
    chosen.event = target.value;
    await draw();
  };
  app.replace(root, app.element("h2", {}, app.text("takeAttendance")), field(app, "event", app.text("event"), { value: chosen.event, onchange: choose,
    options: events.map(event => [event.event, `${event.title} · ${begins(app, event)}`]) }),
  app.element("fh-list", { label: app.text("takeAttendance") }, items.map(item => line(app, team, chosen.event, item))));
}

function line(app, team, event, item) {
  const place = `${teamApi(team.id)}/events/${path(event)}/attendance/${path(item.person.id)}`;
  const choice = app.element("select", { "aria-label": item.person.name, onchange: async () => {
    try {
      await app.put(place, choice.value ? { state: choice.value } : {});
    } catch (problem) {
      app.announce(app.said(problem));
    }
  } }, [["", app.text("state.none")], ...states.map(state => [state, app.text(`state.${state}`)])].map(([key, text]) =>
    app.element("option", { value: key, selected: key === (item.ruling ?? "") }, text)));
  return app.element("div", {}, person(app, item.person), app.element("span", { class: "grow" }, app.element("bdi", {}, item.person.name), app.element("small", {},
    [app.text(`reply.${item.reply ?? "pending"}`), item.own && app.text("says", { state: app.text(`state.${item.own}`) }),
      item.checkedInAt && app.text("checkedIn", { time: moment(app, item.checkedInAt) })].filter(Boolean).join(" · "))), choice);
}

function everybody(app, team, items) {
  return [app.element("h2", {}, app.text("everybodysAttendance")), app.element("fh-list", { label: app.text("everybodysAttendance") }, items.map(({ person: who, sum }) =>
    app.element("div", {}, person(app, who), app.element("a", { class: "grow", href: teamPage(app, team.id, `/members/${path(who.id)}`) }, app.element("bdi", {}, who.name)), summary(app, sum))))];
}
