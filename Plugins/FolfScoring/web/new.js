// Choosing the course of a new game: one press on a layout opens the lobby.
import { distance } from "./distance.js";
import { base, date, look, number } from "./shared.js";

export default async function page(app) {
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const { items } = await app.get(`${base}/courses`);
  const open = async (choice, button) => {
    button.disabled = true;
    try {
      const { round } = await app.post(`${base}/rounds`, choice);
      await app.go(`/${app.area}/rounds/${round}`);
    } catch (problem) {
      button.disabled = false;
      app.announce(app.said(problem));
    }
  };
  const list = app.element("div", {});
  // Where I am stays on this device: the distances are reckoned here.
  const show = (place = null) => app.replace(list, ordered(items, place).map(course => app.element("section", { class: "card course" },
    app.crest(course.name), app.element("div", {},
      app.element("h2", {}, app.element("a", { href: `/${app.area}/course/${course.id}` }, app.element("bdi", {}, course.name))), app.element("p", { class: "muted" }, about(app, course, place)),
      app.element("div", { class: "row" }, course.layouts.map(layout => layoutButton(app, course, layout, open)))))));
  const nearby = app.element("button", { type: "button", class: "plain", "aria-pressed": "false", onclick: () => {
    if (nearby.getAttribute("aria-pressed") === "true") return turn(null);
    navigator.geolocation?.getCurrentPosition(({ coords }) => turn(coords), () => app.announce(app.text("noPlace")), { timeout: 10000, maximumAge: 60000 });
  } }, app.text("byDistance"));
  const turn = place => {
    nearby.setAttribute("aria-pressed", String(Boolean(place)));
    show(place);
  };
  show();
  app.replace(app.root, look(app), app.element("h1", {}, app.text("chooseCourse")), unspecified(app, open), app.element("p", { class: "row" }, nearby), list,
    app.element("p", {}, app.element("a", { class: "button plain", href: `/${app.area}/courses/new` }, app.text("newCourse"))));
}

// What is said of a course below its name: how far it is, who plays there, when I did last.
function about(app, course, place) {
  const metres = place && distance(place, course.position);
  const far = metres !== null && new Intl.NumberFormat(app.language, metres < 1000 ? { style: "unit", unit: "meter", maximumFractionDigits: 0 }
    : { style: "unit", unit: "kilometer", maximumFractionDigits: 1 }).format(metres < 1000 ? metres : metres / 1000);
  return [far, course.playing > 0 && app.text("playingNow", { n: number(app, course.playing) }),
    course.playedAt && app.text("lastPlayed", { date: date(app, course.playedAt) })].filter(Boolean).join(" · ");
}

// The nearest first; those of which nobody knows where they are come behind, as they were.
function ordered(courses, place) {
  if (!place) return courses;
  const far = new Map(courses.map(course => [course, distance(place, course.position) ?? Infinity]));
  return [...courses].sort((one, other) => far.get(one) === far.get(other) ? 0 : far.get(one) - far.get(other));
}

function layoutButton(app, course, layout, open) {
  const about = app.text("layoutAbout", { holes: number(app, layout.holes.length), par: number(app, layout.par) });
  const button = app.element("button", { type: "button", class: "plain layout",
    onclick: () => open({ course: course.id, layout: layout.name }, button) },
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
    open({ courseName: name.value, holes: Number(holes.value) }, button);
  };
  return app.element("details", { class: "card" }, app.element("summary", {}, app.text("playUnspecified")),
    app.element("form", { onsubmit: begin }, app.element("label", { for: "course-name" }, app.text("courseNameOptional")), name,
      app.element("label", { for: "course-holes" }, app.text("holesCount")), holes, app.element("p", {}, button)));
}
