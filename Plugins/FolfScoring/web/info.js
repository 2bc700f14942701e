// What is known of a course: its layouts with par and length of each hole, as files too.
import { toCSV, toGeoJSON } from "./geo.js";
import { base, look, number } from "./shared.js";

export default async function page(app) {
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const { items } = await app.get(`${base}/courses`);
  const course = items.find(one => one.id === app.parameters.course);
  if (!course) return app.replaceBy(`/${app.area}/new`);
  const metres = new Intl.NumberFormat(app.language, { style: "unit", unit: "meter" });
  app.replace(app.root, look(app), app.element("h1", {}, app.element("bdi", {}, course.name)),
    course.playing > 0 && app.element("p", { class: "muted" }, app.text("playingNow", { n: number(app, course.playing) })),
    course.layouts.map(layout => app.element("section", { class: "card scroll" },
      app.element("h2", {}, app.element("bdi", {}, layout.name || course.name)),
      app.element("p", { class: "muted" }, [app.text("layoutAbout", { holes: number(app, layout.holes.length), par: number(app, layout.par) }),
        layout.length && metres.format(layout.length)].filter(Boolean).join(" · ")),
      app.element("table", {}, app.element("thead", {}, app.element("tr", {}, ["holeShort", "par", "length"].map(key =>
        app.element("th", { scope: "col" }, app.text(key))))),
      app.element("tbody", {}, layout.holes.map(hole => app.element("tr", {}, [number(app, hole.number), number(app, hole.par),
        hole.length ? number(app, hole.length) : "–"].map(value => app.element("td", {}, value)))))),
      app.element("p", { class: "row" }, file(app, "GeoJSON", `${course.name} ${layout.name}.geojson`, "application/geo+json", () => toGeoJSON(course, layout)),
        file(app, "CSV", `${course.name} ${layout.name}.csv`, "text/csv", () => toCSV(layout))))),
    app.element("a", { class: "button", href: `/${app.area}/new` }, app.text("chooseCourse")));
}

function file(app, label, name, type, make) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([make()], { type }));
    app.element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  };
  return app.element("button", { type: "button", class: "plain", onclick: save }, app.text("download", { kind: label }));
}
