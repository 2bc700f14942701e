// A challenge: what it asks, joining it, logging, how one stands, the boards and the coach's updates; with a trophy in the end.
import { action, base, day, look, measured, number, path, time } from "./shared.js";
import { joining, leaving } from "./joining.js";
import { logging } from "./logging.js";
import { trophy } from "./trophy.js";

export default async function page(app) {
  const id = app.parameters.challenge;
  const root = `${base}/challenges/${encodeURIComponent(id)}`;
  const places = Object.fromEntries(["head", "mine", "log", "updates", "boards"].map(name => [name, app.element("div", {})]));
  let log = null;
  let isShown = false;
  const draw = async () => {
    const challenge = await app.get(root);
    const me = challenge.me;
    app.replace(places.head, facts(app, challenge));
    app.replace(places.mine, me && me.outcome !== "withdrawn" ? standing(app, challenge, draw, root) : await joining(app, challenge, root, draw));
    const isOpen = me && me.outcome !== "withdrawn" && me.openDays.length > 0;
    if (isOpen && !log) log = logging(app, challenge, root, draw);
    if (!isOpen) log = null;
    app.replace(places.log, log?.node);
    if (log) await log.show(challenge);
    if (me?.outcome === "passed" && !me.isTrophySeen && !isShown) {
      isShown = true;
      await trophy(app, challenge);
      await app.put(`${root}/trophy`).catch(() => null);
    }
    await Promise.all([boards(app, challenge, root, places.boards), updates(app, challenge, root, places.updates)]);
  };
  app.replace(app.root, look(app), places.head, places.mine, places.log, places.updates, places.boards);
  await draw();
  const again = () => draw().catch(() => null);
  const ends = [app.queue.onChange(again)];
  const { me, isMine } = await app.get(root);
  if (isMine || me && me.outcome !== "withdrawn") ends.push(app.watch([`${app.area}/challenges/${id}`], again));
  return () => ends.forEach(end => end());
}

function facts(app, challenge) {
  const pairs = [["kind", app.text(`kind.${challenge.kind}`)], ["difficulty", app.text("difficultyOf", { n: number(app, challenge.difficulty) })],
    ["duration", app.text("daysLong", { n: number(app, challenge.days) })],
    ["period", challenge.start ? app.text("fromTo", { from: day(app, challenge.start), to: day(app, challenge.end) }) : app.text("rolling")],
    ["zone", challenge.zone], challenge.teamSize && ["teamSize", number(app, challenge.teamSize)],
    challenge.teamScoring && ["scoring", app.text(`scoring.${challenge.teamScoring}`)], challenge.coach && ["coach", challenge.coach.name]].filter(Boolean);
  return [app.element("h1", {}, app.element("bdi", {}, challenge.title)), challenge.isPersonal && app.element("p", { class: "muted" }, app.text("personal")),
    challenge.about && app.element("p", { class: "about" }, challenge.about),
    app.element("section", { class: "card" }, app.element("dl", { class: "facts" }, pairs.map(([key, value]) =>
      [app.element("dt", { class: "muted" }, app.text(key)), app.element("dd", {}, app.element("bdi", {}, value))])),
    app.element("h2", {}, app.text("exercises")), app.element("ul", {}, challenge.exercises.map(exercise =>
      app.element("li", {}, app.element("strong", {}, app.element("bdi", {}, exercise.name)), ` (${measured(app, exercise)}) `, app.element("code", { dir: "ltr" }, exercise.goal)))),
    app.element("p", { class: "muted" }, app.text("passRule", { n: number(app, challenge.needed), of: number(app, challenge.exercises.length) }))),
    challenge.isMine && app.element("p", {}, app.element("a", { class: "button", href: path(app, "challenges", challenge.id, "athletes") }, app.text("athletes")))];
}

function standing(app, challenge, draw, root) {
  const me = challenge.me;
  const met = me.progress.filter(part => part.isMet).length;
  const again = async () => {
    const { challenge: copy } = await app.post(`${root}/restart`);
    app.announce(app.text("restarted"));
    await app.go(path(app, "challenges", copy));
  };
  const forget = async () => {
    await app.remove(`${base}/me/challenges/${encodeURIComponent(challenge.id)}`);
    app.announce(app.text("forgotten"));
    await app.go(path(app, "record"));
  };
  return app.element("fh-card", { icon: me.outcome === "passed" ? "trophy" : "dumbbell", label: app.text("myPart"), badge: app.text(`outcome.${me.outcome}`) },
    app.element("p", { class: "figure" }, app.text("pointsOf", { n: number(app, me.points) })),
    me.team && app.element("p", {}, app.text("inTeam", { name: teamText(app, me.team) })),
    app.element("progress", { max: challenge.needed, value: Math.min(met, challenge.needed), "aria-label": app.text("goalsMet") }),
    app.element("p", { class: "muted" }, app.text("goalsMetOf", { n: number(app, met), of: number(app, challenge.needed) })),
    me.outcome === "running" && app.element("p", { class: "muted" }, app.text("closes", { there: time(app, me.closesAt, challenge.zone), here: time(app, me.closesAt) })),
    app.element("div", { class: "actions" }, me.outcome === "running" && leaving(app, root, draw),
      me.outcome === "failed" && action(app, app.text("forget"), forget, "danger"),
      me.outcome !== "running" && action(app, app.text("restart"), again)));
}

const teamText = (app, team) => /^\d+$/.test(team.name) ? app.text("teamNumber", { n: number(app, Number(team.name)) }) : team.name;

async function boards(app, challenge, root, place) {
  if (challenge.isPersonal) return;
  const [people, teams] = await Promise.all([app.get(`${root}/board`), challenge.kind === "team" ? app.get(`${root}/teams`) : null]);
  const rows = people.items.map(row => ({ key: row.person.id, rank: row.rank, name: row.person.name, picture: row.person.picture, score: row.points, isMe: row.isMe }));
  const ofTeams = teams?.items.map(team => ({ key: team.id, rank: team.rank, name: teamText(app, team), score: team.points, isMe: team.isMine,
    detail: app.text("membersOf", { n: number(app, team.members) }) }));
  app.replace(place, ofTeams && [app.element("h2", {}, app.text("teams")), board(app, ofTeams, "teams")],
    app.element("h2", {}, app.text("board")), rows.length ? board(app, rows, "board") : app.element("p", { class: "card muted" }, app.text("nobodyYet")));
}

function board(app, rows, label) {
  const node = app.element("fh-leaderboard", { label: app.text(label), me: app.text("you") });
  node.rows = rows;
  return node;
}

async function updates(app, challenge, root, place) {
  const mayRead = challenge.isMine || challenge.me && challenge.me.outcome !== "withdrawn";
  const { items } = mayRead ? await app.get(`${root}/updates`) : { items: [] };
  app.replace(place, items.length > 0 && [app.element("h2", {}, app.text("updates")), app.element("fh-list", { label: app.text("updates") }, items.map(item =>
    app.element("div", {}, app.element("span", { class: "grow" }, app.element("bdi", {}, item.text), app.element("small", {}, time(app, item.sentAt))))))]);
}
