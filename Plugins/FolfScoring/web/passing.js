// The codes by which this phone passes its card on to another one that is beside it, without any connection.
import { draft, packed } from "./local.js";
import { picture } from "./qr.js";
import { number } from "./shared.js";

// As many letters as a code may have that a phone reads at arm's length.
const longest = 400;

export function passing(app, id) {
  if (!draft(id)) return null;
  const body = app.element("div", {});
  const show = async () => {
    const text = await packed(app, draft(id));
    const key = id.slice(0, 4) + text.length.toString(36);
    const pieces = text.match(new RegExp(`.{1,${longest}}`, "g"));
    let at = 0;
    const draw = () => {
      const link = `${location.origin}/${app.area}/meet#${key}.${at + 1}.${pieces.length}.${pieces[at]}`;
      app.replace(body, picture(link, app.text("qr")), pieces.length > 1 && app.element("p", { class: "row" },
        app.element("span", {}, app.text("partOf", { n: number(app, at + 1), of: number(app, pieces.length) })),
        app.element("button", { type: "button", class: "plain", onclick: () => {
          at = (at + 1) % pieces.length;
          draw();
        } }, app.text("nextPart"))),
      app.element("label", {}, app.text("passedText"), app.element("textarea", { rows: 2, readonly: true, class: "passed" }, link)));
    };
    draw();
  };
  const details = app.element("details", { class: "card", ontoggle: () => { if (details.open) show().catch(problem => app.announce(problem.message)); } },
    app.element("summary", {}, app.text("passOn")), app.element("p", { class: "muted" }, app.text("passOnAbout")), body);
  return details;
}
