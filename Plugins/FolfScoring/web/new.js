// Choosing the course of a new game: one press on a layout opens the lobby.
import { base, date, look, number, said } from "./shared.js";

export default async function page(app) {
  const { items } = await app.get(`${base}/courses`);
  const open = async (choice, button) => {
    button.disabled = true;
    try {
      const { round } = await app.post(`${base}/rounds`, choice);
      await app.go(`/${app.area}/rounds/${round}`);
    } catch (problem) {
      button.disabled = false;
      app.announce(said(problem));
    }
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("chooseCourse")), unspecified(app, open),
    items.map(course => app.element("section", { class: "card course" }, app.crest(course.name), app.element("div", {},
      app.element("h2", {}, app.element("bdi", {}, course.name)),
      course.playedAt && app.element("p", { class: "muted" }, app.text("lastPlayed", { date: date(app, course.playedAt) })),
      app.element("div", { class: "row" }, course.layouts.map(layout => layoutButton(app, course, layout, open)))))),
    app.element("p", {}, app.element("a", { class: "button plain", href: `/${app.area}/courses/new` }, app.text("newCourse"))));
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
