// What the head of every page says of the host itself: its time where that is simulated, and that it is not for people where it is for tests.
import { get } from "/api.js";
import { element } from "/dom.js";
import { format } from "/formats.js";

/** `text` gives a text of the app by its key. */
export function showStanding({ clock, environment }, language, text) {
  if (environment) document.body.querySelector("header").before(element("p", { id: "environment", class: "environment", role: "note" }, text(`environment.${environment}`)));
  if (clock.isSimulated) showClock(clock, language, text);
}

function showClock(clock, language, text) {
  const label = document.getElementById("clock");
  const time = format(language, { dateStyle: "medium", timeStyle: "short" });
  const show = now => { label.textContent = `${text("simulated")}: ${time.format(new Date(now))}`; };
  label.hidden = false;
  show(clock.now);
  setInterval(() => get("/v1/app").then(app => show(app.clock.now)).catch(() => null), 5000);
}
