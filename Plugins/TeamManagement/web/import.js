// Taking over a calendar of another program, or a spreadsheet: first one looks at what would come of it.
import { check, field, form } from "/forms.js";
import { head, number, readTeam, teamApi, teamPage } from "./shared.js";
import { begins, ownZone } from "./times.js";

export default async function page(app) {
  const team = await readTeam(app);
  const shown = app.element("section", {});
  const read = form(app, [app.element("p", {}, app.text("importIntro")),
    field(app, "file", app.text("importFile"), { type: "file", required: true, accept: ".ics,.csv,text/calendar,text/csv" })], app.text("importPreview"), async data => {
    const file = data.get("file");
    const body = { format: file.name.toLowerCase().endsWith(".csv") ? "csv" : "ics", text: await file.text(), timeZone: ownZone() };
    preview(app, team, shown, body, await app.post(`${teamApi(team.id)}/imports`, { ...body, isPreview: true }));
  });
  app.replace(app.root, ...head(app, team, app.text("import")), read, shown);
}

function preview(app, team, root, body, found) {
  const rows = found.items.map(item => app.element("div", { class: "imported" }, app.element("span", { class: "grow" }, app.element("bdi", {}, item.title || "–"),
    app.element("small", {}, [item.mistake ? app.text(`importMistake.${item.mistake}`) : begins(app, item), item.place, item.count > 1 && app.text("importDates", { n: number(app, item.count) })].filter(Boolean).join(" · "))),
  app.element("span", { class: item.state === "wrong" ? "pill no" : "pill" }, app.text(`importState.${item.state}`))));
  const needsSafe = found.items.some(item => item.state === "new" && item.place);
  app.replace(root, app.element("fh-list", { label: app.text("import") }, rows), found.added === 0 ? app.element("p", { class: "muted" }, app.text("importNothing"))
    : form(app, [needsSafe && check(app, "safe", app.text("safePlace"))], app.text("importTake", { n: number(app, found.added) }), async data => {
      const { added } = await app.post(`${teamApi(team.id)}/imports`, { ...body, isSafePlace: data.has("safe") }, app.newKey());
      app.announce(app.text("importDone", { n: number(app, added) }));
      await app.go(teamPage(app, team.id, "/calendar?view=agenda"));
    }));
  root.scrollIntoView({ block: "nearest" });
}
