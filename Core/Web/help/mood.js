// Asks people once, after they have been here on some days, whether they are happy: who is not is asked for words, who is for a rating or for friends.
import { get } from "/api.js";
import { asked, element } from "/dom.js";
import { address } from "/help/pages.js";

// The days on which somebody opens the app before being asked.
const enough = 5;
const key = "mood";

// Counts the days on which this device opens the app, such as "2024-08-17"; true on the first of a day on which somebody may be asked.
function isEnough(day) {
  const known = JSON.parse(localStorage.getItem(key) ?? "{}");
  if (known.isAsked || known.day === day) return false;
  const days = (known.days ?? 0) + 1;
  localStorage.setItem(key, JSON.stringify({ day, days }));
  return days >= enough;
}

/** Asks whoever is at home, if it is time; whatever is answered, nobody is asked on this device again. */
export async function askOnce({ text, go, announce, language, instant }) {
  if (!isEnough(instant().slice(0, 10)) || location.pathname !== "/") return null;
  localStorage.setItem(key, JSON.stringify({ isAsked: true }));
  const mood = await ask(text, "mood.question", "mood.leave", [["yes", "mood.yes"], ["no", "mood.no"]]);
  if (mood === "no") return await ask(text, "mood.better", "mood.leave", [["yes", "help.contact"]]) && go("/help/contact");
  if (mood !== "yes") return null;
  const { items } = await get(`/v1/content/pages?language=${encodeURIComponent(language)}`).catch(() => ({ items: [] }));
  const [label, path] = items.some(({ page }) => page === "rate") ? ["mood.rate", address("rate")] : ["mood.tell", "/invite"];
  if (await ask(text, "mood.thanks", "mood.leave", [["yes", label]])) return go(path);
  return announce(text("mood.thanks"));
}

function ask(text, heading, leave, answers) {
  return asked(element("fh-dialog", { heading: text(heading), leave: text(leave) }, element("div", { class: "actions" },
    answers.map(([value, key]) => element("button", { type: "button", value, class: value === "yes" ? "" : "plain" }, text(key))))));
}
