// Joining a challenge, in a team where it is one of teams, and withdrawing. Who joins reads what the coach sees, and agrees.
import { ask, base, number, path, teamName } from "./shared.js";

export async function joining(app, challenge, root, draw) {
  if (challenge.isMine || challenge.isPersonal) return null;
  if (challenge.isOver) return app.element("p", { class: "card" }, app.text("challengeOver"));
  if (!app.me || app.me.kind === "guest" || !(await app.get(`${base}/me`)).isAthlete) {
    return app.element("fh-card", { icon: "dumbbell", heading: app.text("account.athlete") }, app.element("p", {}, app.text("athleteNeeded")),
      app.element("div", { class: "actions" }, app.element("a", { class: "button", href: path(app, "accounts", "athlete") }, app.text("account.athlete.create"))));
  }
  if (challenge.isFull) return waiting(app, challenge, root, draw);
  const isBack = challenge.me?.outcome === "withdrawn";
  const join = async wish => {
    const agreed = await ask(app, app.text("joinQuestion"), app.element("p", {}, app.text("consent", { coach: challenge.coach?.name ?? "–" })),
      [["yes", app.text("agreeAndJoin")], ["", app.text("cancel"), "plain"]]);
    if (!agreed) return;
    await app.post(`${root}/join`, wish, app.newKey());
    await app.put(`/v1/groups/${encodeURIComponent(app.area)}/${encodeURIComponent(challenge.id)}/consent`);
    app.announce(app.text("joined"));
    await draw();
  };
  if (challenge.kind !== "team" || isBack) {
    return app.element("fh-card", { icon: "plus", heading: app.text(isBack ? "joinAgain" : "joinThis") },
      app.element("div", { class: "actions" }, app.action(app.text("join"), () => join({}), "")));
  }
  return teams(app, challenge, await app.get(`${root}/teams`), join);
}

// Every place is taken: who wants one waits.
function waiting(app, challenge, root, draw) {
  const change = (isWaiting, said) => async () => {
    await (isWaiting ? app.put(`${root}/waiting-list`) : app.remove(`${root}/waiting-list`));
    app.announce(app.text(said));
    await draw();
  };
  return app.element("fh-card", { icon: "people", heading: app.text("challengeFull") },
    app.element("p", { class: "muted" }, app.text("waitingHelp")),
    app.element("p", {}, challenge.myPlace ? app.text("myPlaceOf", { n: number(app, challenge.myPlace), of: number(app, challenge.waiting) }) : app.text("waitingOf", { n: number(app, challenge.waiting) })),
    app.element("div", { class: "actions" }, challenge.myPlace ? app.action(app.text("stopWaiting"), change(false, "waitsNoMore")) : app.action(app.text("wait"), change(true, "waitsNow"), "")));
}

/** The choice of a team, for whoever came by an invitation and is in none yet. */
export async function choosing(app, challenge, root, draw) {
  return teams(app, challenge, await app.get(`${root}/teams`), async wish => {
    await app.put(`${root}/team`, wish);
    app.announce(app.text("joined"));
    await draw();
  });
}

// The team is chosen, founded, or drawn.
function teams(app, challenge, { items }, join) {
  const name = app.element("input", { id: "newTeam", maxlength: 40, required: true, autocomplete: "off" });
  const mistake = app.element("p", { class: "error", role: "alert" });
  const found = async event => {
    event.preventDefault();
    mistake.textContent = "";
    try {
      await join({ newTeam: name.value });
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  const isByLevel = challenge.drawBy === "level";
  // Where all are drawn together one waits for that, whatever room there is now.
  const canDraw = challenge.drawsAt || isByLevel && !challenge.drawsAtStart || items.some(team => !team.isFull);
  const level = app.element("select", { id: "level" }, [1, 2, 3].map(value => app.element("option", { value, selected: value === 2 }, app.text(`level.${value}`))));
  return app.element("fh-card", { icon: "people", heading: app.text("chooseTeam") },
    app.element("p", { class: "muted" }, app.text(challenge.drawsAt ? "drawsAtStartHelp" : isByLevel && !challenge.drawsAtStart ? "drawByLevelHelp" : "randomHelp")),
    isByLevel && [app.element("label", { for: "level" }, app.text("level")), level],
    drawing(app, canDraw, () => join({ isRandom: true, level: isByLevel ? Number(level.value) : undefined })),
    app.element("ul", { class: "people teams" }, items.map(team => app.element("li", { class: "person" }, app.element("bdi", {}, teamName(app, team)),
      app.element("span", { class: "muted" }, app.text("membersIn", { n: number(app, team.members), of: number(app, challenge.teamSize) })),
      app.element("span", { class: "end" }, team.isFull ? app.text("full") : choice(app, team, () => join({ team: team.id })))))),
    challenge.mayFound && app.element("form", { onsubmit: found }, app.element("label", { for: "newTeam" }, app.text("newTeam")),
      app.element("div", { class: "row" }, name, app.element("button", { class: "plain" }, app.text("foundTeam"))), mistake));
}

// Being drawn is offered always; where it cannot be, it is said why.
function drawing(app, canDraw, act) {
  const button = app.action(app.text("randomTeam"), act, "");
  button.disabled = !canDraw;
  if (!canDraw) button.setAttribute("aria-describedby", "randomNone");
  return [app.element("div", { class: "actions" }, button), !canDraw && app.element("p", { class: "muted", id: "randomNone" }, app.text("randomNone"))];
}

function choice(app, team, act) {
  const button = app.action(app.text("join"), act);
  button.setAttribute("aria-label", `${app.text("join")}: ${teamName(app, team)}`);
  return button;
}

export function leaving(app, root, draw) {
  return app.action(app.text("withdraw"), async () => {
    const sure = await ask(app, app.text("withdraw"), app.element("p", {}, app.text("withdrawQuestion")),
      [["yes", app.text("withdrawYes"), "danger"], ["", app.text("cancel"), "plain"]]);
    if (!sure) return;
    await app.post(`${root}/withdraw`);
    app.announce(app.text("withdrawn"));
    await draw();
  });
}
