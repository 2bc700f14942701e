// Describing a course: its name, and par and length of each hole, from each tee. A course of one's own is changed; for one that everybody finds,
// and to have one's own found by everybody, a proposal is made.
import { read } from "./geo.js";
import { send, small } from "./photos.js";
import { base, look, number } from "./shared.js";

const colours = ["white", "blue", "yellow"];

export default async function page(app) {
  const id = new URLSearchParams(location.search).get("course");
  const known = id ? await app.get(`${base}/courses/${encodeURIComponent(id)}`) : null;
  const form = new Form(app, known);
  const mistake = app.element("p", { class: "error", role: "alert" });
  const note = app.element("input", { id: "note", maxlength: 500, autocomplete: "off" });
  const save = async (event, isProposal) => {
    event.preventDefault();
    mistake.textContent = "";
    try {
      const content = form.content;
      if (isProposal) {
        const proposal = await app.post(`${base}/courses/${encodeURIComponent(id)}/proposals`, { ...content, ...note.value.trim() && { note: note.value.trim() } });
        await form.sendPhotos(proposal.id);
        app.announce(app.text("proposed"));
        return await app.go(`/${app.area}/course/${id}`);
      }
      if (known) await app.put(`${base}/courses/${encodeURIComponent(id)}`, content);
      else await app.post(`${base}/courses`, content);
      await app.go(`/${app.area}/new`);
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  const isShared = known?.isShared ?? false;
  app.replace(app.root, look(app), app.element("h1", {}, app.text(known ? (isShared ? "proposeChange" : "change") : "newCourse")),
    isShared && app.element("p", { class: "muted" }, app.text("proposeAbout")),
    app.element("form", { class: "card", onsubmit: event => save(event, isShared) }, form.nodes, known && [app.element("label", { for: "note" }, app.text("noteToReview")), note], mistake,
      app.element("p", { class: "row" }, app.element("button", {}, app.text(isShared ? "propose" : "save")),
        known && !isShared && app.element("button", { type: "button", class: "plain", onclick: event => save(event, true) }, app.text("shareCourse")))));
}

class Form {
  constructor(app, known) {
    this.app = app;
    this.known = known;
    this.baskets = new Map();
    this.positions = new Map();
    this.photos = new Map();
    const layout = known?.layouts.find(one => !one.endedOn);
    this.layoutName = layout?.name ?? "";
    this.others = known?.layouts.filter(one => !one.endedOn && one !== layout) ?? [];
    this.place = known?.position ?? null;
    const text = (key, value, attributes = {}) => app.element("input", { id: key, autocomplete: "off", value: value ?? "", ...attributes });
    this.name = text("name", known?.name, { maxlength: 80, required: true });
    this.about = app.element("textarea", { id: "about", rows: 2, maxlength: 1000 });
    this.about.value = known?.about ?? "";
    this.teeType = text("tee-type", known?.teeType, { maxlength: 40 });
    this.basketType = text("basket-type", known?.basketType, { maxlength: 40 });
    this.count = app.element("input", { id: "count", type: "number", inputmode: "numeric", min: 1, max: 99, required: true, value: layout?.holes.length ?? 9, onchange: () => this.fit() });
    this.rows = app.element("div", { class: "holes" });
    this.mistake = app.element("p", { class: "error", role: "alert" });
    this.fit();
    if (layout) this.take(layout.holes);
  }

  get nodes() {
    const { app } = this;
    const placed = app.element("span", { class: "muted", role: "status" });
    const here = () => this.stand(found => {
      this.place = found;
      placed.textContent = app.text("placed");
    });
    const file = app.element("input", { id: "file", type: "file", accept: ".geojson,.json,.csv,application/geo+json,text/csv", onchange: event => this.load(event) });
    // Of a course that everybody finds a picture is proposed, too.
    const photo = this.known?.isShared && app.element("input", { id: "course-photo", type: "file", accept: "image/*", onchange: event => { this.photo = event.target.files[0]; } });
    return [app.element("label", { for: "name" }, app.text("courseName")), this.name,
      app.element("p", { class: "row" }, app.element("button", { type: "button", class: "plain", onclick: here }, app.text("place")), placed),
      app.element("details", {}, app.element("summary", {}, app.text("moreOfCourse")), app.element("label", { for: "about" }, app.text("aboutCourse")), this.about,
        app.element("label", { for: "tee-type" }, app.text("teeType")), this.teeType, app.element("label", { for: "basket-type" }, app.text("basketType")), this.basketType,
        photo && [app.element("label", { for: "course-photo" }, app.text("photoOfCourse")), photo],
        app.element("label", { for: "file" }, app.text("fromFile")), file),
      app.element("label", { for: "count" }, app.text("holesCount")), this.count, this.rows, this.mistake];
  }

  // Asked for on a tap alone; it is the course's, and everybody who sees the course sees it.
  async stand(take) {
    if (!await this.app.mayLocate(this.app.text("whyPlace.course"))) return this.app.announce(this.app.text("noPlace"));
    navigator.geolocation.getCurrentPosition(({ coords: { latitude, longitude } }) => take({ latitude, longitude }),
      () => this.app.announce(this.app.text("noPlace")), { enableHighAccuracy: true, timeout: 10000 });
  }

  row(at) {
    const { app } = this;
    const noted = (kept, key) => app.element("button", { type: "button", class: "plain", "aria-pressed": "false", onclick: event => this.stand(found => {
      kept.set(fields, found);
      event.target.setAttribute("aria-pressed", "true");
    }) }, app.text(key));
    const tees = colours.map(colour => app.element("div", { class: "row" }, app.element("span", { class: `tee ${colour}`, "aria-hidden": "true" }), app.text(`tee.${colour}`),
      field(app, app.text("par"), { min: 1, max: 10, "data-tee": colour, "data-part": "par" }), field(app, app.text("length"), { min: 1, max: 2000, "data-tee": colour, "data-part": "length" })));
    const photo = this.known?.isShared ? app.element("label", {}, app.text("photoOfHoleAdd"), app.element("input", { type: "file", accept: "image/*",
      onchange: event => this.photos.set(fields, event.target.files[0]) })) : null;
    const fields = app.element("fieldset", { class: "plain" }, app.element("legend", {}, app.text("hole", { n: number(app, at) })),
      app.element("div", { class: "row" }, field(app, app.text("par"), { min: 1, max: 10, value: 3, required: true, class: "main" }), field(app, app.text("length"), { min: 1, max: 2000, class: "main" }),
        noted(this.baskets, "basketHere"), noted(this.positions, "teeHere")),
      app.element("details", {}, app.element("summary", {}, app.text("teesAndTip")), tees, app.element("label", {}, app.text("tip"), app.element("input", { class: "tip", maxlength: 500, autocomplete: "off" })), photo));
    return fields;
  }

  // What was entered for the holes before stays.
  fit() {
    const wanted = Math.min(99, Math.max(1, Number(this.count.value) || 1));
    while (this.rows.children.length > wanted) this.rows.lastChild.remove();
    while (this.rows.children.length < wanted) this.rows.append(this.row(this.rows.children.length + 1));
  }

  take(holes) {
    holes.forEach((hole, index) => {
      const fields = this.rows.children[index];
      const [par, length] = fields.querySelectorAll("input.main");
      [par.value, length.value, fields.dataset.number] = [hole.par, hole.length ?? "", hole.number];
      fields.querySelector(".tip").value = hole.tip ?? "";
      fields.dataset.photo = hole.photo ?? "";
      for (const tee of hole.tees ?? []) for (const part of ["par", "length"]) fields.querySelector(`[data-tee=${tee.colour}][data-part=${part}]`).value = tee[part] ?? "";
      const [basket, tee] = fields.querySelectorAll("button[aria-pressed]");
      for (const [kept, place, button] of [[this.baskets, hole.basket, basket], [this.positions, hole.position, tee]]) {
        if (!place) continue;
        kept.set(fields, place);
        button.setAttribute("aria-pressed", "true");
      }
    });
  }

  // What a file says is put into the fields, to be looked at and saved.
  async load(event) {
    this.mistake.textContent = "";
    try {
      const found = read(await event.target.files[0].text());
      if (found.name) this.name.value = found.name;
      this.place = found.position ?? this.place;
      if (found.layoutName !== undefined) this.layoutName = found.layoutName;
      this.count.value = found.holes.length;
      this.rows.replaceChildren();
      this.baskets.clear();
      this.fit();
      this.take(found.holes);
    } catch {
      this.mistake.textContent = this.app.text("fileUnreadable");
    }
  }

  get content() {
    const holes = [...this.rows.children].map((fields, index) => {
      const [par, length] = [...fields.querySelectorAll("input.main")].map(input => input.value && Number(input.value));
      const [basket, position, tip] = [this.baskets.get(fields), this.positions.get(fields), fields.querySelector(".tip").value.trim()];
      const tees = colours.map(colour => {
        const [teePar, teeLength] = ["par", "length"].map(part => Number(fields.querySelector(`[data-tee=${colour}][data-part=${part}]`).value));
        return teePar && { colour, par: teePar, ...teeLength && { length: teeLength } };
      }).filter(Boolean);
      return { number: Number(fields.dataset.number) || index + 1, par, ...length && { length }, ...basket && { basket }, ...position && { position }, ...tip && { tip },
        ...tees.length && { tees }, ...fields.dataset.photo && { photo: fields.dataset.photo } };
    });
    const texts = { about: this.about.value.trim(), teeType: this.teeType.value.trim(), basketType: this.basketType.value.trim() };
    const layouts = [{ name: this.layoutName ?? "", holes }, ...this.others.map(({ name, holes: theirs }) => ({ name, holes: theirs }))];
    return { name: this.name.value, layouts, ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value)), ...this.place && { position: this.place } };
  }

  async sendPhotos(proposal) {
    if (this.photo) await send(`${base}/proposals/${proposal}/layouts/0/holes/0/photo`, await small(this.photo));
    for (const [fields, file] of this.photos) {
      const at = [...this.rows.children].indexOf(fields) + 1;
      if (file && at) await send(`${base}/proposals/${proposal}/layouts/1/holes/${at}/photo`, await small(file));
    }
  }
}

function field(app, label, attributes) {
  return app.element("label", {}, label, " ", app.element("input", { type: "number", inputmode: "numeric", ...attributes }));
}
