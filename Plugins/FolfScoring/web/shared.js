// What the pages of disc golf share.
import { moment } from "/formats.js";

export { courseName, playerName, teamName, toPar } from "./words.js";

export const base = "/v1/folf-scoring";

export const number = (app, value, digits = 0) =>
  new Intl.NumberFormat(app.language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);

export const date = (app, instant) => moment(app, instant, { day: "numeric", month: "short", year: "numeric" });

export const look = app => app.sheet("folf.css");

// What a call was refused for: that a name on the card is not of letters is said in the words of the page.
export const refusal = (app, problem) => problem.errors?.[0]?.code === "letters" ? app.text("cardName.letters") : app.said(problem);

// Whether a question stands open there, which what others do must not take away.
export const isAsked = node => Boolean(node.querySelector(".asking .danger:not([disabled])"));

// A button that asks before it does something that cannot be undone. A no tells what is around that it may be drawn anew.
export function asking(app, label, question, act, kind = "plain") {
  const place = app.element("span", { class: "asking" });
  const calm = focus => {
    const button = app.element("button", { type: "button", class: kind, onclick: ask }, app.text(label));
    app.replace(place, button);
    if (focus) button.focus();
  };
  const refuse = () => {
    calm(true);
    place.dispatchEvent(new Event("refused", { bubbles: true }));
  };
  const ask = () => {
    const yes = app.element("button", { type: "button", class: "danger", onclick: async () => {
      yes.disabled = true;
      try {
        await act();
      } catch (problem) {
        app.announce(app.said(problem));
      }
      if (place.isConnected) calm(false);
    } }, app.text("yes"));
    app.replace(place, app.element("span", { role: "alert" }, app.text(question)), yes,
      app.element("button", { type: "button", class: "plain", onclick: refuse }, app.text("no")));
    yes.focus();
  };
  calm(false);
  return place;
}
