// The trophy of a challenge that was passed: it comes up over the page, and stands still where less motion is wished.
const shape = "M20 8h24v4h10v6c0 8-5 13-11 14-2 4-5 6-8 7v7h7v6H22v-6h7v-7c-3-1-6-3-8-7-6-1-11-6-11-14v-6h10zm-6 8v2c0 5 2 8 6 10zm36 0-6 12c4-2 6-5 6-10z";

export function sign(label) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  const cup = document.createElementNS(space, "path");
  picture.setAttribute("viewBox", "0 0 64 64");
  picture.setAttribute("class", "trophy");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", label);
  cup.setAttribute("d", shape);
  picture.append(cup);
  return picture;
}

/** Shows it until it is closed. */
export async function trophy(app, challenge) {
  const sparks = Array.from({ length: 12 }, (_, index) => app.element("span", { class: `spark spark-${index}`, "aria-hidden": "true" }));
  const dialog = app.element("fh-dialog", { heading: app.text("trophyTitle"), leave: app.text("close") },
    app.element("div", { class: "stage" }, sparks, sign(app.text("trophy"))), app.element("p", { class: "won" }, app.text("trophyWon", { title: challenge.title })),
    app.element("div", { class: "actions" }, app.element("button", { type: "button", value: "yes" }, app.text("hooray"))));
  await app.asked(dialog, app.root);
}
