// Faults that the web app has met on people's devices.
import { everything, saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

const path = "/v1/content/crashes";
const head = ["Last", "Times", "What failed", "Where", "Page", "Version", "Browser", ""];
const cells = crash => [crash.lastAt, String(crash.times), crash.message, crash.place, crash.page, crash.version, crash.browser];

/** The card; `call` asks the host. */
export async function crashCard(call) {
  const card = element("section", { class: "card scroll", id: "crashes" });
  await draw(call, card);
  return card;
}

async function draw(call, card, after) {
  const { items, next } = await call("GET", after ? `${path}?after=${encodeURIComponent(after)}` : path);
  const act = work => async () => {
    try {
      await work();
    } catch (problem) {
      announce(problem.message);
    }
  };
  const line = crash => [...cells(crash), element("td", { class: "row" }, element("details", {}, element("summary", {}, "Calls"), element("pre", {}, crash.stack)),
    element("button", { type: "button", class: "plain", onclick: act(async () => {
      await call("DELETE", `${path}/${crash.id}`);
      await draw(call, card);
    }) }, "Forget"))];
  replace(card, element("h2", {}, "Faults of the web app"), items.length === 0 ? element("p", {}, "None was reported.") : table(head, items.map(line)),
    element("p", { class: "row" }, saving("crashes", head, async () => (await everything(call, `${path}?limit=100`)).map(cells)),
      next && element("button", { type: "button", class: "plain", onclick: act(() => draw(call, card, next)) }, "Next")));
}
