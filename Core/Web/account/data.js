// One's own data: a copy of everything, back to the defaults, leaving.
import { get, post, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { action, link } from "/account/form.js";

export function dataPage(page) {
  replace(page.root, element("h1", {}, page.text("myData")),
    section(page, "exportTitle", "exportIntro", action(page, page.text("export"), () => save(page), "")),
    section(page, "resetTitle", "resetIntro", asked(page, "reset", "resetSure", async () => {
      await post("/v1/me/reset");
      page.announce(page.text("saved"));
      await page.changed("/account");
    })),
    section(page, "eraseTitle", "eraseIntro", asked(page, "erase", "eraseSure", async () => {
      await remove("/v1/me");
      await page.signedOut();
      page.announce(page.text("erased"));
    })), link(page.text("back"), "/account"));
}

function section(page, title, intro, button) {
  return element("section", { class: "card" }, element("h2", {}, page.text(title)), element("p", {}, page.text(intro)), button);
}

// Hands the browser a file, without leaving the page.
async function save(page) {
  const text = JSON.stringify(await get("/v1/me/export"), null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: address, download: "fieldhouse-my-data.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  page.announce(page.text("exported"));
}

// A button that asks once more before it does what cannot be taken back.
function asked(page, label, question, run) {
  const place = element("div", {});
  const first = action(page, page.text(label), () => {
    replace(place, element("p", { role: "alert" }, page.text(question)), element("p", { class: "row" },
      action(page, page.text("yes"), run, "danger"), action(page, page.text("cancel"), () => replace(place, first))));
    place.querySelector("button").focus();
  });
  replace(place, first);
  return place;
}
