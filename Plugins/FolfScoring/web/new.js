// Choosing the course of a new game: one press on a layout opens the lobby, or the card without a connection.
import { isAllowed } from "/place.js";
import { distance } from "./distance.js";
import { begin } from "./local.js";
import { base, date, look, number } from "./shared.js";

export default async function page(app) {
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  // Without a connection the courses go by name.
  const nearby = navigator.onLine ? isAllowed().then(may => may ? here() : null).catch(() => null) : Promise.resolve(null);
  // My letters and the tee that I usually play from are kept on this phone with the courses, for a game that begins without a connection.
  const [items, { tee, cardName }] = await Promise.all([courses(app), app.get(`${base}/me/profile`).catch(() => ({ tee: "red", cardName: "" }))]);
  const open = async (choice, button, holes) => {
    button.disabled = true;
    try {
      const { round } = await app.post(`${base}/rounds`, choice);
      await app.go(`/${app.area}/rounds/${round}`);
    } catch (problem) {
      button.disabled = false;
      if (problem.status !== 0 || app.me.kind === "guest") return app.announce(app.said(problem));
      const course = items.find(one => one.id === choice.course);
      const found = begin(app, { course: choice.course, courseName: course?.name ?? choice.courseName, layout: choice.layout, holes, tee, cardName });
      await app.go(`/${app.area}/offline/${found.round}`);
    }
  };
  const list = app.element("div", {});
  // Where I am stays on this device: the distances are reckoned here.
  const show = () => app.replace(list, ordered(app, items, order, place).map(course => app.element("section", { class: "card course" },
    app.crest(course.name), app.element("div", {},
      app.element("h2", {}, app.element("a", { href: `/${app.area}/course/${course.id}` }, app.element("bdi", {}, course.name)), course.isFavourite && app.element("span", { class: "muted", title: app.text("favourite") }, " ★")),
      app.element("p", { class: "muted" }, about(app, course, place)),
      app.element("div", { class: "row" }, course.layouts.filter(layout => !layout.endedOn).map(layout => layoutButton(app, course, layout, open)))))));
  let [order, place, isChosen] = ["played", null, false];
  const turn = (wanted, found) => {
    [order, place] = [wanted, found ?? null];
    for (const button of orders) button.setAttribute("aria-pressed", String(button.dataset.order === order));
    show();
  };
  const choose = async name => {
    isChosen = true;
    if (name !== "distance") return turn(name);
    const found = await app.mayLocate(app.text("whyPlace.near")) ? await here() : null;
    if (!found) return app.announce(app.text("noPlace"));
    turn(name, found);
  };
  const orders = [["played", "byPlayed"], ["name", "byName"], ["distance", "byDistance"]].map(([name, key]) => app.element("button", { type: "button", class: "plain", "data-order": name,
    "aria-pressed": String(name === order), onclick: () => choose(name) }, app.text(key)));
  show();
  lookAhead(app);
  // Whoever lets the page know the place has the nearest courses first, unless something was chosen before it was there.
  nearby.then(found => { if (found && !isChosen && !list.contains(document.activeElement)) turn("distance", found); });
  app.replace(app.root, look(app), app.element("h1", {}, app.text("chooseCourse")), unspecified(app, open),
    app.element("div", { class: "row", role: "group", "aria-label": app.text("order") }, orders), list,
    app.element("p", {}, app.element("a", { class: "button plain", href: `/${app.area}/courses/new` }, app.text("newCourse"))));
}

// What a game without a connection is made of is fetched while there is one, and the bag of discs, of which some are noted then.
function lookAhead(app) {
  for (const load of [() => import("./offline.js"), () => import("./round.js"), () => import("./meet.js")]) load().catch(() => null);
  if (app.me.kind !== "guest") app.get(`${base}/me/discs`).catch(() => null);
}

// Where I am; nothing when the device does not say.
const here = () => new Promise(resolve => navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), () => resolve(null), { timeout: 10000, maximumAge: 60000 }));

/** All courses that I find. */
export async function courses(app) {
  const items = [];
  let after = "";
  do {
    const page = await app.get(`${base}/courses${after && `?after=${after}`}`);
    items.push(...page.items);
    after = page.next;
  } while (after);
  return items;
}

// What is said of a course below its name: how far it is, who plays there, when I did last.
function about(app, course, place) {
  const metres = place && distance(place, course.position);
  const far = metres !== null && new Intl.NumberFormat(app.language, metres < 1000 ? { style: "unit", unit: "meter", maximumFractionDigits: 0 }
    : { style: "unit", unit: "kilometer", maximumFractionDigits: 1 }).format(metres < 1000 ? metres : metres / 1000);
  return [far, course.playing > 0 && app.text("playingNow", { n: number(app, course.playing) }),
    course.playedAt && app.text("lastPlayed", { date: date(app, course.playedAt) })].filter(Boolean).join(" · ");
}

// By distance the nearest first, and those of which nobody knows where they are behind them; else those that I played last come first, as the
// host has them, and the others by name. Without a connection nobody knows what I played since: they go by name.
function ordered(app, courses, order, place) {
  const byName = [...courses].sort((one, other) => one.name.localeCompare(other.name, app.language));
  if (order === "name" || order === "played" && !navigator.onLine) return byName;
  if (order === "played") return [...courses.filter(course => course.playedAt), ...byName.filter(course => !course.playedAt)];
  const far = new Map(courses.map(course => [course, distance(place, course.position) ?? Infinity]));
  return byName.sort((one, other) => far.get(one) === far.get(other) ? 0 : far.get(one) - far.get(other));
}

function layoutButton(app, course, layout, open) {
  const about = app.text("layoutAbout", { holes: number(app, layout.holes.length), par: number(app, layout.par) });
  const button = app.element("button", { type: "button", class: "plain layout",
    onclick: () => open({ course: course.id, layout: layout.name }, button, layout.holes) },
    app.element("strong", {}, layout.name || app.text("play")), app.element("span", { class: "muted" }, about));
  button.setAttribute("aria-label", `${course.name}, ${layout.name} ${about}`);
  return button;
}

function unspecified(app, open) {
  const name = app.element("input", { id: "course-name", maxlength: 80, autocomplete: "off" });
  const holes = app.element("select", { id: "course-holes" }, [9, 18, 27, 36, 3, 6, 12, 20, 24].map(count =>
    app.element("option", { value: count, selected: count === 18 }, number(app, count))));
  const button = app.element("button", {}, app.text("play"));
  const begin = event => {
    event.preventDefault();
    const plain = Array.from({ length: Number(holes.value) }, (_, at) => ({ number: at + 1, par: 3 }));
    open({ courseName: name.value, holes: Number(holes.value) }, button, plain);
  };
  return app.element("details", { class: "card" }, app.element("summary", {}, app.text("playUnspecified")),
    app.element("form", { onsubmit: begin }, app.element("label", { for: "course-name" }, app.text("courseNameOptional")), name,
      app.element("label", { for: "course-holes" }, app.text("holesCount")), holes, app.element("p", {}, button)));
}
