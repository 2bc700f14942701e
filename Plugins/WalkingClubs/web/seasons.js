// For operators: when the seasons begin and end, what they are called, and what they give points for.
import { field, form } from "/forms.js";
import { base, dayName, head } from "./common.js";

const points = [["pointsPerThousandSteps", 0, 100], ["dailySteps", 1000, 200000], ["socialPoints", 0, 100], ["matchDayPoints", 0, 100], ["invitationPoints", 0, 100]];

export default async function page(app) {
  try {
    // Whoever may not see who is responsible for the clubs may not set when they walk.
    await app.get("/v1/organisations");
  } catch (problem) {
    if (problem.status !== 401 && problem.status !== 403) throw problem;
    return app.replace(app.root, ...head(app, app.text("seasons")), app.element("fh-empty", { icon: "person", heading: app.text("operatorsOnly") }));
  }
  return draw(app, null);
}

async function draw(app, chosen) {
  const { items: seasons } = await app.get(`${base}/seasons`);
  const season = seasons.find(one => one.id === chosen) ?? null;
  const date = day => dayName(app, day, { dateStyle: "long" });
  const row = one => app.element("div", {}, app.icon("calendar"), app.element("span", { class: "grow" }, app.element("bdi", {}, one.title),
    app.element("small", {}, `${date(one.firstDay)} – ${date(one.lastDay)}`)), app.element("button", { type: "button", class: "plain", onclick: () => draw(app, one.id) }, app.text("change")));
  app.replace(app.root, ...head(app, app.text("seasons"), app.element("p", { class: "muted" }, app.text("seasonsDetail"))),
    seasons.length > 0 && app.element("fh-list", { label: app.text("seasons") }, seasons.map(row)),
    app.element("h2", {}, season ? season.title : app.text("seasonNew")), editor(app, seasons, season));
}

function editor(app, seasons, season) {
  const usual = (season ?? seasons[0])?.rules ?? {};
  return form(app, [field(app, "title", app.text("name"), { value: season?.title, maxlength: 60, required: true }),
    field(app, "firstDay", app.text("firstDay"), { type: "date", value: season?.firstDay, required: true }), field(app, "lastDay", app.text("lastDay"), { type: "date", value: season?.lastDay, required: true }),
    points.map(([name, min, max]) => field(app, name, app.text(`rule.${name}`), { type: "number", min, max, value: usual[name] }))], app.text("save"), async data => {
    const given = points.map(([name]) => [name, data.get(name)]).filter(([, value]) => value !== "").map(([name, value]) => [name, Number(value)]);
    await app.put(`${base}/seasons/${encodeURIComponent(season?.id ?? named(data.get("title"), data.get("firstDay"), seasons))}`, {
      title: data.get("title"), firstDay: data.get("firstDay"), lastDay: data.get("lastDay"), rules: { ...usual, ...Object.fromEntries(given) } });
    await draw(app, null);
    app.announce(app.text("seasonKept"));
  });
}

// An id that no season has, by the title, or by the first day where the title has no letters for it.
function named(title, day, seasons) {
  const id = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 30) || day;
  const free = number => seasons.some(one => one.id === `${id}-${number}`) ? free(number + 1) : `${id}-${number}`;
  return seasons.some(one => one.id === id) ? free(2) : id;
}
