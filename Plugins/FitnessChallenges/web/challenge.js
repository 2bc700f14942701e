// A challenge: what it asks, joining it, logging, how one stands, the boards and the coach's updates; with a trophy in the end.
import { base, day, daysLong, goalSaid, look, measured, number, path, teamName, time } from "./shared.js";
import { choosing, joining, leaving } from "./joining.js";
import { charts } from "./chart.js";
import { leading } from "./leading.js";
import { logging } from "./logging.js";
import { modeSaid, progress } from "./modes.js";
import { proving } from "./proof.js";
import { trophy } from "./trophy.js";

export default async function page(app) {
  const id = app.parameters.challenge;
  const root = `${base}/challenges/${encodeURIComponent(id)}`;
  const title = app.element("h1", {});
  const places = Object.fromEntries(["facts", "lead", "mine", "log", "charts", "updates", "boards"].map(name => [name, app.element("div", {})]));
  // Who takes part finds first what to do; whoever comes to look, what it is about.
  const order = isPart => (isPart ? ["mine", "log", "charts", "updates", "boards", "facts"] : ["facts", "lead", "mine", "log", "charts", "updates", "boards"]).map(name => places[name]);
  let [wasPart, endOfWatch, log] = [null, null, null];
  const again = () => draw().catch(() => null);
  let isShown = false;
  const draw = async () => {
    const challenge = await app.get(root);
    const me = challenge.me;
    const isPart = Boolean(me) && me.outcome !== "withdrawn";
    app.replace(title, app.element("bdi", {}, challenge.title));
    if (wasPart !== isPart) app.replace(app.root, look(app), title, order(isPart));
    wasPart = isPart;
    if (isPart || challenge.isMine) endOfWatch ??= app.watch([`${app.area}/challenges/${id}`], again);
    app.replace(places.facts, facts(app, challenge));
    if (challenge.isMine) app.replace(places.lead, leading(app, challenge, root, draw));
    const hasToChoose = isPart && challenge.kind === "team" && !me.team && !me.isWaiting && me.outcome === "running";
    app.replace(places.mine, isPart ? standing(app, challenge, draw, root) : await joining(app, challenge, root, draw),
      hasToChoose && await choosing(app, challenge, root, draw));
    const { items } = isPart ? await app.get(`${root}/entries`) : { items: [] };
    const isOpen = isPart && me.openDays.length > 0;
    if (isOpen && !log) log = logging(app, challenge, root, draw);
    if (!isOpen) log = null;
    // What somebody is writing in stays where it is.
    if (places.log.firstChild !== (log?.node ?? null)) app.replace(places.log, log?.node);
    if (log) log.show(challenge, items);
    app.replace(places.charts, items.length > 0 && app.element("section", { class: "card" }, app.element("h2", {}, app.text("progress")), charts(app, challenge, items)));
    if (me?.outcome === "passed" && !me.isTrophySeen && !isShown) {
      isShown = true;
      await trophy(app, challenge);
      await app.put(`${root}/trophy`).catch(() => null);
    }
    await Promise.all([boards(app, challenge, root, places.boards), updates(app, challenge, root, places.updates)]);
  };
  await draw();
  const ends = [app.queue.onChange(again)];
  return () => [...ends, endOfWatch].forEach(end => end?.());
}

function facts(app, challenge) {
  const pairs = [["kind", app.text(`kind.${challenge.kind}`)], ["difficulty", app.text("difficultyOf", { n: number(app, challenge.difficulty) })],
    ["duration", daysLong(app, challenge.days)],
    ["period", challenge.start ? app.text("fromTo", { from: day(app, challenge.start), to: day(app, challenge.end) }) : app.text("rolling")],
    ["zone", challenge.zone], challenge.teamSize && ["teamSize", number(app, challenge.teamSize)], challenge.capacity && ["capacity", number(app, challenge.capacity)],
    challenge.teamScoring && ["scoring", app.text(`scoring.${challenge.teamScoring}`)], challenge.teamSize && ["drawBy", app.text(`drawBy.${challenge.drawBy}`)], challenge.teamSize && ["drawSeed", String(challenge.drawSeed)], ["mode", app.text(`mode.${challenge.mode}`)], challenge.coach && ["coach", challenge.coach.name]].filter(Boolean);
  return [challenge.cover && app.element("img", { src: challenge.cover, alt: app.text("coverOf"), class: "cover" }), challenge.isPersonal && app.element("p", { class: "muted" }, app.text("personal")),
    challenge.about && app.element("p", { class: "about" }, challenge.about),
    app.element("section", { class: "card" }, app.element("dl", { class: "facts" }, pairs.map(([key, value]) =>
      [app.element("dt", { class: "muted" }, app.text(key)), app.element("dd", {}, app.element("bdi", {}, value))])),
    app.element("h2", {}, app.text("exercises")), app.element("ul", {}, challenge.exercises.map(exercise =>
      app.element("li", {}, app.element("strong", {}, app.element("bdi", {}, exercise.name)), ` (${measured(app, exercise)}) `, challenge.mode === "threshold" && goalSaid(app, exercise), exercise.met && ` · ${app.text("metOf", { activity: app.text(`met.${exercise.activity}`), n: number(app, exercise.met), edition: exercise.metEdition, code: exercise.metCode })}`))),
    app.element("p", { class: "muted" }, modeSaid(app, challenge))),
    challenge.drawsAtStart && app.element("p", { class: "muted" }, app.text("drawsAtStartRule"))];
}

function standing(app, challenge, draw, root) {
  const me = challenge.me;
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
    me.team && app.element("p", {}, app.text("inTeam", { name: teamName(app, me.team) })),
    me.isWaiting && app.element("p", {}, app.text(challenge.drawsAt ? "waitsForStart" : "waitsForDraw")), progress(app, challenge),
    me.outcome === "running" && app.element("p", { class: "muted" }, app.text("closes", { there: time(app, me.closesAt, challenge.zone), here: time(app, me.closesAt) })),
    app.element("div", { class: "actions" }, me.outcome === "running" && leaving(app, root, draw),
      me.outcome === "passed" && proving(app, challenge),
      me.outcome === "failed" && app.action(app.text("forget"), forget, "danger"),
      me.outcome !== "running" && app.action(app.text("restart"), again)));
}

async function boards(app, challenge, root, place) {
  if (challenge.isPersonal) return;
  const filter = place.querySelector("#evidence")?.value ?? "all";
  const choice = app.element("select", { id: "evidence", onchange: () => boards(app, challenge, root, place).catch(problem => app.announce(app.said(problem))) },
    ["all", "shown", "measured"].map(name => app.element("option", { value: name, selected: name === filter }, app.text(`counts.${name}`))));
  const [people, teams] = await Promise.all([app.get(`${root}/board?evidence=${filter}`), challenge.kind === "team" ? app.get(`${root}/teams`) : null]);
  const rows = people.items.map(row => ({ key: row.person.id, rank: row.rank, name: row.person.name, picture: row.person.picture, score: row.points, isMe: row.isMe }));
  const ofTeams = teams?.items.map(team => ({ key: team.id, rank: team.rank, name: teamName(app, team), score: team.points, isMe: team.isMine,
    detail: app.text("membersOf", { n: number(app, team.members) }) }));
  app.replace(place, ofTeams && [app.element("h2", {}, app.text("teams")), board(app, ofTeams, "teams")],
    app.element("h2", {}, app.text("board")), app.element("p", { class: "row" }, app.element("label", { for: "evidence" }, app.text("counts")), choice), rows.length ? board(app, rows, "board") : app.element("p", { class: "card muted" }, app.text("nobodyYet")));
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
