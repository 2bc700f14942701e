// What every member has answered, and who has seen the event as it is now.
import { number, person } from "./shared.js";

export async function crew(app, place, root) {
  const { items } = await app.get(`${place}/answers`);
  const order = ["yes", "maybe", "no", "pending"];
  const lines = items.toSorted((one, other) => order.indexOf(one.reply) - order.indexOf(other.reply) || (one.position ?? 0) - (other.position ?? 0));
  app.replace(root, app.element("h2", {}, app.text("answers")), app.element("fh-list", { label: app.text("answers") }, lines.map(line => app.element("div", { class: "answer" },
    person(app, line.person), app.element("span", { class: "grow" }, app.element("bdi", {}, line.person.name), app.element("small", {},
      [line.note, line.by && app.text("answeredBy", { name: line.by.name }), line.position && app.text("isWaiting", { n: number(app, line.position) }), app.text(line.hasSeen ? "hasSeen" : "notSeen")].filter(Boolean).join(" · "))),
    app.element("span", { class: `pill ${line.reply}` }, app.text(`reply.${line.reply}`))))));
}
