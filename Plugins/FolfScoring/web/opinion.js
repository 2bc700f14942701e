// How satisfied somebody is: asked in a card at the end of a page, of each subject once in 90 days, until it is answered or put off.
import { get } from "/api.js";
import { form } from "/forms.js";
import { base, number } from "./shared.js";

/** The card about a subject, "round" or "statistics"; nothing where it is not time to ask. */
export async function opinion(app, subject) {
  if (!app.me || app.me.kind === "guest") return null;
  // The host says it now: what is kept of its answers may be from before the last one.
  const { due } = await get(`${base}/me/opinions`);
  if (!due.includes(subject)) return null;
  const path = `${base}/me/opinions/${subject}`;
  const leave = () => {
    card.remove();
    // Whose focus went with it goes on at the page, not at the top of the app.
    if (document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
  };
  const send = async data => {
    const help = data.get("help");
    await app.put(path, { stars: Number(data.get("stars")), ...help !== null && { help: Number(help) } });
    app.announce(app.text("opinion.thanks"));
    leave();
  };
  const card = form(app, [stars(app, subject), subject === "round" && help(app), app.element("p", { class: "muted" }, app.text("opinion.about"))],
    app.text("opinion.send"), send, "plain");
  card.classList.add("opinion");
  card.querySelector("p.row").append(app.action(app.text("opinion.later"), async () => {
    await app.put(`${path}/pause`);
    leave();
  }));
  return card;
}

function stars(app, subject) {
  return app.element("fieldset", { class: "plain" }, app.element("legend", {}, app.text(`opinion.${subject}`)),
    app.element("p", { class: "muted", id: "opinion-scale" }, app.text("opinion.scale")), app.element("div", { class: "stars" }, [1, 2, 3, 4, 5].map(count =>
      app.element("label", {}, app.element("input", { type: "radio", name: "stars", value: count, required: true, "aria-describedby": "opinion-scale",
        "aria-label": app.text("opinion.stars", { n: number(app, count) }) }), app.icon("star")))));
}

function help(app) {
  return app.element("fieldset", { class: "plain" }, app.element("legend", {}, app.text("opinion.help")), [0, 1, 2].map(often =>
    app.element("label", { class: "check" }, app.element("input", { type: "radio", name: "help", value: often }), ` ${app.text(`opinion.help.${often}`)}`)));
}
