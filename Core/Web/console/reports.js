// What people have reported: what lies in groups, and people.
import { everything, saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

const labels = {
  restore: "Restore", remove: "Remove", warn: "Warn", ban: "Remove from the group and keep out", suspend: "Shut the account", dismiss: "Leave it be",
};
const reported = state => `/v1/reports?state=${state === "open" ? "open" : "upheld"}&limit=100`;
const account = person => `/v1/people/${encodeURIComponent(person)}/disabled`;
const grave = { ban: "Keep this person out of the group?", suspend: "Shut this account?" };

// The card; `call` asks the host.
export async function reportCard(call) {
  const card = element("section", { class: "card scroll", id: "reports" });
  await draw(call, card, { state: "open" });
  return card;
}

async function draw(call, card, shown) {
  const isOpen = shown.state === "open";
  const path = `/v1/moderation/cases?state=${shown.state}${shown.after ? `&after=${encodeURIComponent(shown.after)}` : ""}`;
  const [cases, people] = await Promise.all([call("GET", path), call("GET", `${reported(shown.state)}${shown.person ? `&after=${encodeURIComponent(shown.person)}` : ""}`)]);
  const turn = next => attempt(() => draw(call, card, next));
  const head = ["Since", "Where", "What", "Whose", "Words", "Reports", "Removed", "Objection", ""];
  replace(card, element("h2", {}, isOpen ? "Reports" : "Reports that are decided"),
    cases.items.length === 0 ? element("p", {}, "There are none.") : table(head, cases.items.map(item => line(call, card, shown, item))),
    element("p", { class: "row" }, saving("reports", head, async () => (await everything(call, `/v1/moderation/cases?state=${shown.state}`)).map(cells)), cases.next && element("button", { type: "button", class: "plain", onclick: turn({ ...shown, after: cases.next }) }, "Next"),
      element("button", { type: "button", class: "plain", onclick: turn({ state: isOpen ? "decided" : "open" }) }, isOpen ? "Those that are decided" : "Those that are open")),
    reportedPeople(call, card, shown, people, turn), element("div", { id: "report" }));
}

const attempt = work => async () => {
  try {
    await work();
  } catch (problem) {
    announce(problem.message);
  }
};

// A button that opens an account which was shut.
const opening = (call, person) => element("button", { type: "button", onclick: attempt(async () => {
  await call("DELETE", account(person));
  announce("The account is open again.");
}) }, "Open again");

function line(call, card, shown, item) {
  const path = `/v1/moderation/${encodeURIComponent(item.area)}/cases/${encodeURIComponent(item.id)}`;
  const look = attempt(async () => details(call, card, shown, path, await call("GET", path)));
  return [...cells(item), element("td", {}, element("button", { type: "button", onclick: look }, "Look closer"))];
}

function cells(item) {
  return [item.at, element("td", { dir: "auto" }, item.link ? element("a", { href: item.link }, item.place) : item.place), named(item), element("td", { dir: "auto" }, item.author?.name ?? ""),
    element("td", { class: "about", dir: "auto" }, item.words), `${item.reports}${item.reason ? ` (${item.reason})` : ""}`, item.isHidden ? "yes" : "",
    element("td", { dir: "auto" }, item.appeal ?? "")];
}

// What kind of thing it is, which one, and, of a feed of a thing, of which.
function named({ kind, thing, feed }) {
  return [kind, thing, feed && `(${feed.kind} ${feed.thing})`].filter(Boolean).join(" ");
}

function details(call, card, shown, path, found) {
  const decide = decision => attempt(async () => {
    if (grave[decision] && !confirm(grave[decision])) return;
    await call("POST", `${path}/decisions`, { decision, ...note.value.trim() && { note: note.value } });
    announce("Your decision was noted.");
    await draw(call, card, shown);
  });
  const note = element("input", { id: "report-note", maxlength: 500, dir: "auto" });
  const place = card.querySelector("#report");
  replace(place, element("h3", {}, `${found.report.place}: ${named(found.report)}`),
    found.now !== undefined && [element("h4", {}, "It says now"), element("p", { class: "about", dir: "auto" }, found.now)],
    table(["When", "Reported by", "Reason", "What they say"], found.flags.map(flag => [flag.at, flag.by?.name ?? "", flag.reason, element("td", { class: "about", dir: "auto" }, flag.detail)])),
    found.around.length > 0 && table(["Said around it", "Where", "Words"], found.around.map(({ author, kind, text }) => [author?.name ?? "", kind, element("td", { class: "about", dir: "auto" }, text ?? "(gone)")])),
    found.decisions.length > 0 && table(["When", "Decision", "By", "Note"], found.decisions.map(entry => [entry.at, entry.decision, entry.by?.name ?? "", element("td", { class: "about", dir: "auto" }, entry.note)])),
    element("label", { for: "report-note" }, "Note for other moderators"), note,
    element("p", { class: "row" }, found.mayDecide.map(decision => element("button", { type: "button", onclick: decide(decision) }, labels[decision] ?? decision)),
      found.report.author && found.decisions.some(entry => entry.decision === "suspend") && opening(call, found.report.author.id)));
  place.scrollIntoView({ block: "nearest" });
  note.focus();
}

// People who were reported as such: what is done about them is done to their accounts. Of those that are decided the ones stand here of whom it
// is so: their accounts may be shut.
function reportedPeople(call, card, shown, { items, next }, turn) {
  const isOpen = shown.state === "open";
  const act = (work, question) => attempt(async () => {
    if (question && !confirm(question)) return;
    await work();
    await draw(call, card, shown);
  });
  const decide = (report, state) => call("PUT", `/v1/reports/${encodeURIComponent(report.id)}`, { state });
  const shut = async report => {
    await call("PUT", account(report.subject));
    await decide(report, "upheld");
  };
  const head = ["When", "Person", "Reason", "What they say", "By", ""];
  const cells = report => [report.createdAt, element("td", { dir: "auto" }, report.person?.name ?? `${report.subjectKind} ${report.subject}`), report.reason,
    element("td", { class: "about", dir: "auto" }, report.detail), report.by?.name ?? ""];
  const acts = report => isOpen ? [
    element("button", { type: "button", onclick: act(() => shut(report), grave.suspend) }, labels.suspend),
    element("button", { type: "button", class: "plain", onclick: act(() => decide(report, "upheld")) }, "It is so"),
    element("button", { type: "button", class: "plain", onclick: act(() => decide(report, "dismissed")) }, "It is not so"),
  ] : report.person && opening(call, report.subject);
  return element("section", {}, element("h3", {}, isOpen ? "People who were reported" : "People of whom it is so"),
    items.length === 0 ? element("p", {}, "There are none.") : table(head, items.map(report => [...cells(report), element("td", { class: "row" }, acts(report))])),
    element("p", { class: "row" }, saving("reported-people", head, async () => (await everything(call, reported(shown.state))).map(cells)),
      next && element("button", { type: "button", class: "plain", onclick: turn({ ...shown, person: next }) }, "Next")));
}
