// What was announced to everybody and to groups, with what came of it, and announcing something to all.
import { everything, saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

const path = "/v1/announcements";
const audiences = [["everyone", "Everybody"], ["role:club-admin", "Club administrators"], ["role:super-admin", "Super-administrators"]];
// Those of somebody, whose id is the end of the address of the person's page.
const personal = [["person", "One person"], ["followers", "The followers of a person"]];

// The card; `call` asks the host.
export async function announcementCard(call) {
  const list = element("div", {});
  const card = element("section", { class: "card scroll", id: "announcements" }, element("h2", {}, "Push notifications"), writer(call, () => draw(call, list)), list);
  await draw(call, list);
  return card;
}

function writer(call, sent) {
  const text = element("textarea", { id: "announcement", rows: 3, maxlength: 500, required: true, dir: "auto" });
  const audience = element("select", { id: "announcement-audience" }, [...audiences, ...personal].map(([value, label]) => element("option", { value }, label)));
  const person = element("input", { id: "announcement-person", maxlength: 100, dir: "ltr", autocomplete: "off" });
  const whose = element("div", { hidden: true }, element("label", { for: "announcement-person" }, "Whose: the id at the end of the address of their page"), person);
  const isPersonal = () => personal.some(([value]) => value === audience.value);
  audience.addEventListener("change", () => { whose.hidden = !isPersonal(); person.required = isPersonal(); });
  const press = element("button", { type: "submit" }, "Send");
  const submit = async event => {
    event.preventDefault();
    press.disabled = true;
    try {
      await call("POST", path, { audience: isPersonal() ? `${audience.value}:${person.value.trim()}` : audience.value, text: text.value });
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
    element("label", { for: "announcement-audience" }, "To"), element("p", { class: "row" }, audience, press), whose);
}

async function draw(call, list, after) {
  const { items, next } = await call("GET", after ? `${path}?after=${encodeURIComponent(after)}` : path);
  const head = ["Sent", "To", "Message", "By", "In inboxes", "Delivered", "Failed"];
  const to = item => item.audience.startsWith("followers:") ? `Followers of ${item.name}` : item.name || audiences.find(([value]) => value === item.audience)?.[1] || item.audience;
  const line = item => [item.sentAt, to(item), item.text, item.sender ?? "", item.isDone ? String(item.recipients) : `${item.recipients} …`, String(item.delivered), String(item.failed)];
  const cells = item => line(item).map((cell, index) => index === 2 ? element("td", { class: "about", dir: "auto" }, cell) : cell);
  replace(list, items.length === 0 ? element("p", {}, "Nothing was sent yet.") : table(head, items.map(cells)), element("p", { class: "row" },
    saving("announcements", head, async () => (await everything(call, `${path}?limit=100`)).map(line)),
    element("button", { type: "button", class: "plain", onclick: () => draw(call, list).catch(problem => announce(problem.message)) }, "Refresh"),
    next && element("button", { type: "button", class: "plain", onclick: () => draw(call, list, next).catch(problem => announce(problem.message)) }, "Next")));
}
