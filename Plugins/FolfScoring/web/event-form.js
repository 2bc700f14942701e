// Making a tournament, and changing one.
import { dayOf } from "/formats.js";
import { courses } from "./new.js";
import { check, eventPage, field, fromWall, wall } from "./event-words.js";
import { base, look, number } from "./shared.js";

export default async function page(app) {
  if (!app.me || app.me.kind === "guest") return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const id = new URLSearchParams(location.search).get("event");
  const [known, items, leagues] = await Promise.all([id ? app.get(`${base}/events/${encodeURIComponent(id)}`) : null, id ? [] : courses(app), app.get(`${base}/me/leagues`)]);
  const { event } = known ?? { event: null };
  const layouts = items.flatMap(course => course.layouts.filter(layout => !layout.endedOn).map(layout => ({ course, layout })));
  const count = (from, to, text) => Array.from({ length: to - from + 1 }, (_, at) => [from + at, text ? text(from + at) : number(app, from + at)]);
  // Nine in the morning a week from now, as a proposal.
  const soon = `${dayOf(Date.parse(app.instant()) + 7 * 86400000)}T09:00`;
  const fields = {
    name: field(app, "event-name", app.text("eventName"), { maxlength: 80, required: true, value: event?.name }),
    course: field(app, "event-course", app.text("course"), { options: layouts.map(({ course, layout }, at) => [at, [course.name, layout.name].filter(Boolean).join(" · ")])
      .concat([["", app.text("unspecified")]]) }),
    startsAt: field(app, "event-start", app.text("begins"), { type: "datetime-local", required: true, value: event ? wall(event.startsAt) : soon }),
    rounds: field(app, "event-rounds", app.text("rounds"), { options: count(1, 10), value: event?.rounds ?? 1 }),
    interval: field(app, "event-interval", app.text("startKind"), { options: [["", app.text("shotgun")], ...[5, 6, 8, 10, 12, 15, 20].concat(event?.interval ?? []).filter((value, at, all) => all.indexOf(value) === at)
      .map(value => [value, app.text("teeTimesEvery", { n: number(app, value) })])], value: event ? event.interval ?? "" : 10 }),
    groupSize: field(app, "event-group", app.text("groupSize"), { options: count(3, 5), value: event?.groupSize ?? 4 }),
    league: field(app, "event-league", app.text("league"), { options: [["", "–"], ...leagues.items.map(league => [league.id, league.name])],
      value: event?.league ?? new URLSearchParams(location.search).get("league") ?? "" }),
    isPublic: check(app, "event-public", app.text("eventPublic"), event?.isPublic ?? true),
  };
  const told = app.element("textarea", { id: "event-about", rows: 3, maxlength: 1000 }, event?.about ?? "");
  const mistake = app.element("p", { class: "error", role: "alert" });
  const value = name => fields[name].node.value;
  const save = async submitted => {
    submitted.preventDefault();
    mistake.textContent = "";
    const found = layouts[value("course") === "" ? -1 : Number(value("course"))];
    try {
      const body = { name: value("name"), about: told.value.trim(), startsAt: fromWall(value("startsAt")), rounds: Number(value("rounds")), groupSize: Number(value("groupSize")),
        isPublic: fields.isPublic.node.checked, ...value("interval") && { interval: Number(value("interval")) }, ...value("league") && { league: value("league") },
        ...!event && found && { course: found.course.id, layout: found.layout.name } };
      await app.confirmed(async () => {
        const made = event ? await app.put(`${base}/events/${encodeURIComponent(id)}`, body) : await app.post(`${base}/events`, body);
        await app.go(eventPage(app, made.event));
      });
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text(event ? "changeEvent" : "newEvent")), app.element("form", { class: "card", onsubmit: save },
    fields.name.line, !event && fields.course.line, fields.startsAt.line, fields.rounds.line, fields.interval.line, fields.groupSize.line, leagues.items.length > 0 && fields.league.line,
    app.element("label", { for: "event-about" }, app.text("aboutEvent")), told, fields.isPublic.line, mistake,
    app.element("p", { class: "row" }, app.element("button", {}, app.text("save")), event && app.element("a", { class: "button plain", href: eventPage(app, id, "direct") }, app.text("backToEvent")))));
}
