// Describing a course of one's own: its name, and par and length of each hole.
import { read } from "./geo.js";
import { base, look, number } from "./shared.js";

export default async function page(app) {
  const name = app.element("input", { id: "name", maxlength: 80, required: true, autocomplete: "off" });
  const count = app.element("input", { id: "count", type: "number", inputmode: "numeric", min: 1, max: 99, required: true, value: 9,
    onchange: () => fit() });
  const baskets = new Map();
  let place = null;
  const placed = app.element("span", { class: "muted", role: "status" });
  // Asked for on a tap alone; it is the course's, and everybody who sees the course sees it.
  const stand = take => navigator.geolocation?.getCurrentPosition(({ coords: { latitude, longitude } }) => take({ latitude, longitude }),
    () => app.announce(app.text("noPlace")), { enableHighAccuracy: true, timeout: 10000 });
  const here = () => stand(found => {
    place = found;
    placed.textContent = app.text("placed");
  });
  // What a file says is put into the fields, to be looked at and saved.
  const load = async event => {
    mistake.textContent = "";
    try {
      const found = read(await event.target.files[0].text());
      if (found.name) name.value = found.name;
      [place, layoutName] = [found.position ?? place, found.layoutName];
      count.value = found.holes.length;
      rows.replaceChildren();
      baskets.clear();
      fit();
      found.holes.forEach((hole, index) => {
        const fields = rows.children[index];
        const [par, length] = fields.querySelectorAll("input");
        [par.value, length.value, fields.dataset.number] = [hole.par, hole.length ?? "", hole.number];
        if (!hole.basket) return;
        baskets.set(fields, hole.basket);
        fields.querySelector("button").setAttribute("aria-pressed", "true");
      });
    } catch {
      mistake.textContent = app.text("fileUnreadable");
    }
  };
  const file = app.element("input", { id: "file", type: "file", accept: ".geojson,.json,.csv,application/geo+json,text/csv", onchange: load });
  let layoutName;
  const rows = app.element("div", { class: "holes" });
  const mistake = app.element("p", { class: "error", role: "alert" });
  const row = at => {
    const fields = app.element("fieldset", { class: "plain row" }, app.element("legend", {}, app.text("hole", { n: number(app, at) })),
      field(app, app.text("par"), { min: 1, max: 10, value: 3, required: true }), field(app, app.text("length"), { min: 1, max: 2000 }),
      app.element("button", { type: "button", class: "plain", "aria-pressed": "false", onclick: () => stand(found => {
        baskets.set(fields, found);
        fields.querySelector("button").setAttribute("aria-pressed", "true");
      }) }, app.text("basketHere")));
    return fields;
  };
  // What was entered for the holes before stays.
  const fit = () => {
    const wanted = Math.min(99, Math.max(1, Number(count.value) || 1));
    while (rows.children.length > wanted) rows.lastChild.remove();
    while (rows.children.length < wanted) rows.append(row(rows.children.length + 1));
  };
  const save = async event => {
    event.preventDefault();
    mistake.textContent = "";
    const holes = [...rows.children].map((fields, index) => {
      const [par, length] = [...fields.querySelectorAll("input")].map(input => input.value && Number(input.value));
      const basket = baskets.get(fields);
      return { number: Number(fields.dataset.number) || index + 1, par, ...length && { length }, ...basket && { basket } };
    });
    try {
      await app.post(`${base}/courses`, { name: name.value, holes, ...layoutName && { layoutName }, ...place && { position: place } });
      await app.go(`/${app.area}/new`);
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  fit();
  app.replace(app.root, look(app), app.element("h1", {}, app.text("newCourse")), app.element("form", { class: "card", onsubmit: save },
    app.element("label", { for: "name" }, app.text("courseName")), name,
    app.element("p", { class: "row" }, app.element("button", { type: "button", class: "plain", onclick: here }, app.text("place")), placed),
    app.element("label", { for: "file" }, app.text("fromFile")), file,
    app.element("label", { for: "count" }, app.text("holesCount")), count, rows, mistake,
    app.element("button", {}, app.text("save"))));
}

function field(app, label, attributes) {
  return app.element("label", {}, label, " ", app.element("input", { type: "number", inputmode: "numeric", ...attributes }));
}
