// What people wrote to the operators.
import { everything, saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

// The card; `call` asks the host.
export async function messageCard(call) {
  const card = element("section", { class: "card scroll", id: "messages" });
  await draw(call, card, "open");
  return card;
}

async function draw(call, card, state, after) {
  const { items, next } = await call("GET", `/v1/content/messages?state=${state}${after ? `&after=${encodeURIComponent(after)}` : ""}`);
  const act = work => async () => {
    try {
      await work();
      await draw(call, card, state);
    } catch (problem) {
      announce(problem.message);
    }
  };
  const [other, label] = state === "open" ? ["done", "Done"] : ["open", "Open again"];
  const turn = (...wanted) => async () => {
    try {
      await draw(call, card, ...wanted);
    } catch (problem) {
      announce(problem.message);
    }
  };
  const cells = message => [
    message.sentAt, element("td", { dir: "auto" }, message.name), message.email,
    element("td", { class: "about", dir: "auto" }, message.text), message.account ?? "",
  ];
  const line = message => [...cells(message),
    element("td", { class: "row" },
      element("button", { type: "button", onclick: act(() => call("PUT", `/v1/content/messages/${message.id}`, { state: other })) }, label),
      element("button", { type: "button", class: "plain", onclick: act(() => call("DELETE", `/v1/content/messages/${message.id}`)) }, "Remove")),
  ];
  const head = ["Sent", "Name", "E-mail", "Message", "Account", ""];
  replace(card, element("h2", {}, state === "open" ? "Messages" : "Messages that are done"),
    items.length === 0 ? element("p", {}, "There are none.") : table(head, items.map(line)),
    element("p", { class: "row" },
      saving("messages", head, async () => (await everything(call, `/v1/content/messages?state=${state}&limit=100`)).map(cells)),
      next && element("button", { type: "button", class: "plain", onclick: turn(state, next) }, "Next"),
      element("button", { type: "button", class: "plain", onclick: turn(other) }, state === "open" ? "Those that are done" : "Those that are open")));
}
