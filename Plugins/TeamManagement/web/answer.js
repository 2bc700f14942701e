// What a link in a mail or a text message asks: whoever has it answers without signing in.
import { moment } from "/formats.js";
import { field, form } from "/forms.js";
import { base, look, path } from "./shared.js";
import { spans } from "./times.js";

const replies = ["yes", "no", "maybe"];

export default async function page(app) {
  const place = `${base}/answer-links/${path(app.parameters.secret)}`;
  const draw = async () => {
    let question;
    try {
      question = await app.get(place);
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      return app.replace(app.root, look(app), app.element("fh-empty", { icon: "calendar", heading: app.text("linkGone"), detail: app.text("linkGoneDetail") }, way(app)));
    }
    show(app, place, question, draw);
  };
  await draw();
}

const way = app => app.element("a", { class: "button plain", href: app.me ? `/${app.area}` : `/sign-in?back=${encodeURIComponent(`/${app.area}`)}` },
  app.text(app.me ? "title" : "linkSignIn"));

function show(app, place, question, draw) {
  const mistake = app.element("p", { class: "error", role: "alert" });
  const send = async (reply, note = question.mine?.note ?? "") => {
    mistake.textContent = "";
    try {
      await app.put(place, { reply, note });
      app.announce(app.text("answered"));
      await draw();
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.element("bdi", {}, question.title)),
    app.element("fh-card", { heading: question.isForOther ? app.text("linkQuestionOther", { name: question.name }) : app.text("linkQuestion"), badge: question.isCancelled ? app.text("cancelled") : "" },
      app.element("p", {}, app.element("bdi", {}, question.team), !question.isForOther && ` · ${app.text("linkFor", { name: question.name })}`),
      spans(app, question, { weekday: "long", day: "numeric", month: "long" }).map(time => app.element("p", {}, time)),
      question.place && app.element("p", {}, app.element("bdi", {}, question.place)),
      app.element("p", { class: "muted" }, question.isOpen ? app.text("deadline", { time: moment(app, question.deadlineAt) }) : app.text("linkClosed")),
      app.element("div", { class: "replies", role: "group" }, replies.map(reply => app.element("button", { type: "button", class: question.mine?.reply === reply ? "" : "plain",
        "aria-pressed": String(question.mine?.reply === reply), disabled: !question.isOpen, onclick: () => send(reply) }, app.text(`reply.${reply}`)))),
      question.mine?.position && app.element("p", { class: "waits" }, app.text("position", { n: new Intl.NumberFormat(app.language).format(question.mine.position) })), mistake,
      question.mine && question.isOpen && app.element("details", {}, app.element("summary", {}, app.text("note")),
        form(app, [field(app, "note", app.text("note"), { maxlength: 300, value: question.mine.note })], app.text("sendNote"), data => send(question.mine.reply, data.get("note")), "plain"))),
    app.element("p", {}, way(app)));
}
