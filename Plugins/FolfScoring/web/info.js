// What is known of a course: from above, its layouts with par and length of each hole and tee, tips and pictures, as files too.
import { toCSV, toGeoJSON } from "./geo.js";
import { map, sketch } from "./map.js";
import { base, look, number } from "./shared.js";
import { forecast } from "./weather.js";

export default async function page(app) {
  if (!app.me) return app.replaceBy(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
  const course = await app.get(`${base}/courses/${encodeURIComponent(app.parameters.course)}`);
  const found = course.layouts.filter(layout => !layout.endedOn);
  const weather = app.element("div", {});
  forecast(app, course).then(node => app.replace(weather, node)).catch(() => null);
  app.replace(app.root, look(app), app.element("h1", {}, app.element("bdi", {}, course.name)),
    course.photo && app.element("img", { class: "wide", src: `/v1/media/${course.photo}`, alt: "" }),
    course.about && app.element("p", { class: "card about" }, course.about),
    app.element("p", { class: "muted" }, [course.playing > 0 && app.text("playingNow", { n: number(app, course.playing) }),
      course.teeType && app.text("teesOf", { type: course.teeType }), course.basketType && app.text("basketsOf", { type: course.basketType })].filter(Boolean).join(" · ")),
    app.element("p", { class: "row" }, favourite(app, course), app.me.kind !== "guest" && (course.isOwn || course.isShared)
      && app.element("a", { class: "button plain", href: `/${app.area}/courses/new?course=${encodeURIComponent(course.id)}` }, app.text(course.isShared ? "proposeChange" : "change"))),
    weather, found.map((layout, index) => part(app, course, layout, index === 0)),
    course.layouts.filter(layout => layout.endedOn).map(layout => app.element("p", { class: "muted" }, app.text("layoutEnded", { layout: layout.name || course.name, date: day(app, layout.endedOn) }))),
    app.element("a", { class: "button", href: `/${app.area}/new` }, app.text("chooseCourse")));
}

const day = (app, text) => new Intl.DateTimeFormat(app.language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${text}T00:00:00Z`));

/** A star that marks a course as a favourite. */
export function favourite(app, course) {
  const button = app.element("button", { type: "button", class: "plain", onclick: async () => {
    try {
      await (course.isFavourite ? app.remove : app.put)(`${base}/courses/${encodeURIComponent(course.id)}/favourite`);
      course.isFavourite = !course.isFavourite;
      draw();
    } catch (problem) {
      app.announce(app.said(problem));
    }
  } });
  const draw = () => {
    button.textContent = `${course.isFavourite ? "★" : "☆"} ${app.text("favourite")}`;
    button.setAttribute("aria-pressed", String(course.isFavourite));
  };
  draw();
  return button;
}

function part(app, course, layout, isFirst) {
  const metres = new Intl.NumberFormat(app.language, { style: "unit", unit: "meter" });
  const above = app.element("div", {});
  const show = here => app.replace(above, map(app, layout.holes, { start: course.position, here }));
  show();
  const stand = async () => !await app.mayLocate(app.text("whyPlace.map")) ? app.announce(app.text("noPlace")) : navigator.geolocation.getCurrentPosition(({ coords }) => show(coords),
    () => app.announce(app.text("noPlace")), { enableHighAccuracy: true, timeout: 10000 });
  const tees = layout.tees.filter(colour => colour !== "red");
  const heads = ["holeShort", "par", "length"].map(key => app.text(key)).concat(tees.flatMap(colour => [`${app.text("par")} ${app.text(`tee.${colour}`)}`, `${app.text("length")} ${app.text(`tee.${colour}`)}`]));
  const row = hole => [number(app, hole.number), number(app, hole.par), hole.length ? number(app, hole.length) : "–",
    ...tees.flatMap(colour => {
      const tee = hole.tees?.find(one => one.colour === colour);
      return [tee ? number(app, tee.par) : "–", tee?.length ? number(app, tee.length) : "–"];
    })];
  const longest = Math.max(0, ...layout.holes.map(hole => hole.length ?? 0));
  const picture = (hole, index) => hole.photo ? app.element("img", { class: "wide", src: `/v1/media/${hole.photo}`, alt: app.text("photoOfHole", { n: number(app, hole.number) }), loading: "lazy" })
    : hole.basket && hole.position ? map(app, layout.holes, { only: index + 1 }) : [sketch(app, hole, longest), app.element("p", { class: "muted" }, app.text("sketchOnly"))];
  return app.element("section", { class: "card scroll" }, app.element("h2", {}, app.element("bdi", {}, layout.name || course.name)),
    app.element("p", { class: "muted" }, [app.text("layoutAbout", { holes: number(app, layout.holes.length), par: number(app, layout.par) }), layout.length && metres.format(layout.length)].filter(Boolean).join(" · ")),
    above, isFirst && above.firstChild && app.element("p", {}, app.element("button", { type: "button", class: "plain", onclick: stand }, app.text("whereAmI"))),
    app.element("table", {}, app.element("thead", {}, app.element("tr", {}, heads.map(head => app.element("th", { scope: "col" }, head)))),
      app.element("tbody", {}, layout.holes.map(hole => app.element("tr", {}, row(hole).map(value => app.element("td", {}, value)))))),
    app.element("details", {}, app.element("summary", {}, app.text("tips")), layout.holes.map((hole, index) => app.element("section", { class: "hole-about" },
      app.element("h3", {}, app.text("hole", { n: number(app, hole.number) })), picture(hole, index), hole.tip && app.element("p", {}, hole.tip)))),
    app.element("p", { class: "row" }, file(app, "GeoJSON", `${course.name} ${layout.name}.geojson`, "application/geo+json", () => toGeoJSON(course, layout)),
      file(app, "CSV", `${course.name} ${layout.name}.csv`, "text/csv", () => toCSV(layout))));
}

function file(app, label, name, type, make) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([make()], { type }));
    app.element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  };
  return app.element("button", { type: "button", class: "plain", onclick: save }, app.text("download", { kind: label }));
}
