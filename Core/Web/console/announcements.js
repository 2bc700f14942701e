// What was announced to everybody and to groups, with what came of it, and announcing something to all.
import { everything, saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

const path = "/v1/announcements";
const audiences = [["everyone", "Everybody"], ["role:club-admin", "Club administrators"], ["role:super-admin", "Super-administrators"]];

// The card; `call` asks the host.
export async function announcementCard(call) {
  const list = element("div", {});
  const card = element("section", { class: "card scroll", id: "announcements" }, element("h2", {}, "Push notifications"), writer(call, () => draw(call, list)), list);
  await draw(call, list);
  return card;
}

function writer(call, sent) {
  const text = element("textarea", { id: "announcement", rows: 3, maxlength: 500, required: true, dir: "auto" });
  const audience = element("select", { id: "announcement-audience" }, audiences.map(([value, label]) => element("option", { value }, label)));
  const press = element("button", { type: "submit" }, "Send");
  const submit = async event => {
    event.preventDefault();
    press.disabled = true;
    try {
      await call("POST", path, { audience: audience.value, text: text.value });
      text.value = "";
      announce("Sent.");
      await sent();
    } catch (problem) {
      announce(problem.message);
    } finally {
      press.disabled = false;
    }
  };
  return element("form", { onsubmit: submit }, element("label", { for: "announcement" }, "Message"), text,
    element("label", { for: "announcement-audience" }, "To"), element("p", { class: "row" }, audience, press));
}

async function draw(call, list, after) {
  const { items, next } = await call("GET", after ? `${path}?after=${encodeURIComponent(after)}` : path);
  const head = ["Sent", "To", "Message", "By", "In inboxes", "Delivered", "Failed"];
  const to = item => item.name || audiences.find(([value]) => value === item.audience)?.[1] || item.audience;
  const line = item => [item.sentAt, to(item), item.text, item.sender ?? "", item.isDone ? String(item.recipients) : `${item.recipients} …`, String(item.delivered), String(item.failed)];
  const cells = item => line(item).map((cell, index) => index === 2 ? element("td", { class: "about", dir: "auto" }, cell) : cell);
  replace(list, items.length === 0 ? element("p", {}, "Nothing was sent yet.") : table(head, items.map(cells)), element("p", { class: "row" },
    saving("announcements", head, async () => (await everything(call, `${path}?limit=100`)).map(line)),
    element("button", { type: "button", class: "plain", onclick: () => draw(call, list).catch(problem => announce(problem.message)) }, "Refresh"),
    next && element("button", { type: "button", class: "plain", onclick: () => draw(call, list, next).catch(problem => announce(problem.message)) }, "Next")));
}
