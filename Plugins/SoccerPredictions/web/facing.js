// What the page of a match, its card and that of today show of it alike.
import { moment } from "/formats.js";
import { sign } from "./parts.js";

// A team's name without what only says that it is a club.
export const shortName = name => name.split(" ").filter(word => !/^(A?FC|CF|AC|SC|AS)$/.test(word)).join(" ");

/** The two teams with their signs, and between them the score or the time. */
export function facing(app, match) {
  const score = match.score ? `${match.score.home} – ${match.score.away}` : "–";
  const side = (name, team) => app.element("span", { class: name }, sign(app, { name: shortName(team.name), logo: team.logo }, "team"), app.element("span", {}, team.name));
  // Of a match of which only the day is known no time is made up.
  const middle = match.state === "upcoming" && !match.score && match.kickOffConfirmed ? moment(app, match.kickOff, { hour: "2-digit", minute: "2-digit" }) : score;
  const href = `/${app.area}/matches/${encodeURIComponent(match.id)}`;
  return [side("home", match.home),
    app.element("a", { class: middle === score ? "score" : "score time", href, "aria-label": `${match.home.name} ${middle} ${match.away.name}` }, middle),
    side("away", match.away)];
}

/** When a match begins: day and time, or the day alone while the time is not known. */
export function begins(app, match) {
  const said = moment(app, match.kickOff, { weekday: "short", day: "numeric", month: "short", ...(match.kickOffConfirmed && { hour: "2-digit", minute: "2-digit" }) });
  return app.element("time", { datetime: match.kickOff }, said);
}

export const minute = match => /^\d/.test(match.minute) ? `${match.minute}′` : match.minute;

/** What I predicted, with the points once there are some. */
export function mine(app, prediction) {
  const points = prediction.points === undefined || prediction.points === null ? "" : ` · ${app.text("points", { n: prediction.points })}`;
  return app.text("yours", { score: `${prediction.home} – ${prediction.away}` }) + points;
}
