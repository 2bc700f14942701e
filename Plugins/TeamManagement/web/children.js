// Those for whom I answer, each with the answer to an event.
import { number, path, person } from "./shared.js";

const replies = ["yes", "no", "maybe"];

export async function children(app, place, event, root, draw) {
  const { items } = await app.get(`${place}/children`);
  const isOver = Date.parse(app.instant()) >= Date.parse(event.deadlineAt) || event.isCancelled;
  app.replace(root, items.length > 0 && [app.element("h2", {}, app.text("myChildren")), items.map(item => child(app, place, event, item, isOver, draw))]);
}

function child(app, place, event, { person: who, mine }, isOver, draw) {
  const mistake = app.element("p", { class: "error", role: "alert" });
  const send = async reply => {
    mistake.textContent = "";
    try {
      const { isSent } = await app.queue.enter({ path: `${place}/children/${path(who.id)}/answer`, body: { reply, note: mine?.note ?? "" },
        title: `${event.title}, ${who.name}: ${app.text(`reply.${reply}`)}`, page: location.pathname });
      app.announce(app.text(isSent ? "answered" : "answerWaits"));
      if (isSent) await draw();
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  return app.element("section", { class: "card child" }, app.element("p", { class: "row" }, person(app, who, 32), app.element("bdi", {}, who.name)),
    app.element("div", { class: "replies", role: "group", "aria-label": who.name }, replies.map(reply => app.element("button", { type: "button", class: mine?.reply === reply ? "" : "plain",
      "aria-pressed": String(mine?.reply === reply), disabled: isOver, onclick: () => send(reply) }, app.text(`reply.${reply}`)))),
    mine?.position && app.element("p", { class: "waits" }, app.text("isWaiting", { n: number(app, mine.position) })), mistake);
}
