// Whether people are happy is asked once they know the game, with their third session. Who is may rate the app; who is not writes what is missing.
const sessions = 3;
const rest = 30 * 864e5;
// Where the app notes that it has asked the same of everybody: nobody is asked by both.
const elsewhere = "mood";

export default async function askOnce(app, me, days) {
  const name = `walking-happy/${app.me.id}`;
  const now = Date.parse(app.instant());
  const isAsked = JSON.parse(localStorage.getItem(elsewhere) ?? "{}").isAsked && localStorage.getItem(name) === null;
  if (isAsked || days.length < sessions || now < Number(localStorage.getItem(name) ?? 0)) return;
  // Whoever answers is not asked again; who would rather not now is, a month later.
  localStorage.setItem(name, String(now + rest));
  localStorage.setItem(elsewhere, JSON.stringify({ isAsked: true }));
  const answer = await ask(app, app.text("happy"), app.text("happyDetail"), [["yes", app.text("happyYes")], ["no", app.text("happyNo")]]);
  if (answer !== "yes" && answer !== "no") return;
  localStorage.setItem(name, String(Number.MAX_SAFE_INTEGER));
  if (answer === "no") {
    if (await ask(app, app.text("unhappy"), app.text("unhappyDetail"), [["write", app.text("writeToUs")]]) === "write") await app.go("/help/contact");
  } else if (me.ratingAddress) {
    if (await ask(app, app.text("glad"), app.text("gladDetail"), [["rate", app.text("rate")]]) === "rate") open(me.ratingAddress, "_blank", "noopener");
  } else if (await ask(app, app.text("glad"), app.text("gladInvite"), [["invite", app.text("tellFriends")]]) === "invite") await app.go("/invite");
}

// A question that pops up, with a button for each answer and one for none.
function ask(app, heading, detail, answers) {
  const button = ([value, label], kind = "") => app.element("button", { type: "button", value, class: kind || null }, label);
  return app.asked(app.element("fh-dialog", { heading, leave: app.text("notNow") }, app.element("p", {}, detail),
    app.element("div", { class: "actions" }, answers.map(one => button(one)), button(["later", app.text("notNow")], "plain"))));
}
