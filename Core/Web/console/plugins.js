// Plugins: how each is doing, what it would be missed for, and what operators decide about it.
import "/elements/dialog.js";
import { settingsForm } from "/console/settings-form.js";
import { saving, table, time } from "/console/table.js";
import { announce, element, replace } from "/dom.js";
import { style } from "/elements/part.js";

style(`
#plugins fieldset { min-inline-size: 0; border: 1px solid var(--line); border-radius: var(--corner); padding: var(--space-2) var(--space-4); margin-block: var(--space-3); }
#plugins legend { font-weight: 700; }
`);

const start = "#plugins/";
const address = id => `/v1/console/plugins/${encodeURIComponent(id)}`;
const button = (label, press, kind = "plain") => element("button", { type: "button", class: kind, onclick: press }, label);
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// The card; `call` asks the host. A plugin has an address of its own, `#plugins/<id>`.
export async function pluginCard(call) {
  const card = element("section", { class: "card scroll", id: "plugins" });
  const id = location.hash.startsWith(start) ? decodeURIComponent(location.hash.slice(start.length)) : "";
  if (id) await open(call, card, id).catch(() => list(call, card));
  else await list(call, card);
  return card;
}

const attempt = work => async event => {
  event?.preventDefault?.();
  try {
    await work();
  } catch (problem) {
    announce(problem.message);
  }
};

async function list(call, card) {
  const { items } = await call("GET", "/v1/console/plugins");
  const head = ["Plugin", "Name", "Version", "State", "Asks", "Detail", ""];
  const line = plugin => [plugin.id, plugin.name, plugin.version, plugin.state, plugin.asks.join(", "), plugin.detail];
  const lead = plugin => plugin.state !== "uninstalled" && button("Open", attempt(() => open(call, card, plugin.id, true)));
  history.replaceState(null, "", "/console");
  replace(card, element("h2", {}, "Plugins"), table(head, items.map(plugin => [...line(plugin), element("td", {}, lead(plugin))])),
    element("p", {}, saving("plugins", head, () => items.map(line))));
}

async function open(call, card, id, isAsked) {
  draw(call, card, await call("GET", address(id)));
  history.replaceState(null, "", start + encodeURIComponent(id));
  if (isAsked) card.querySelector("h2").focus();
}

function draw(call, card, plugin) {
  const trouble = element("div", { role: "alert" });
  const again = found => draw(call, card, found);
  replace(card, element("h2", { tabindex: -1 }, plugin.name),
    element("p", { class: "row" }, button("All plugins", attempt(() => list(call, card)))),
    plugin.description && element("p", {}, plugin.description), facts(plugin), trouble,
    element("p", { class: "row" }, plugin.isEnabled
      ? button("Switch off", attempt(() => switchOff(call, plugin, trouble, again)))
      : button("Switch on", attempt(() => keep(call, plugin, { isEnabled: true }, trouble, again)), null)),
    notes("Problems", plugin.problems.map(problem => `${problem.severity}: ${problem.detail} ${problem.remedy}`)),
    notes("Faults", plugin.faults.map(fault => [time(fault.at), `: ${fault.detail}${fault.isKeptOut ? " It is kept out for that." : ""}`])),
    form(call, plugin, again));
}

function facts(plugin) {
  const rows = [["Id", plugin.id], ["Version", plugin.version], ["State", plugin.state], ["Health", plugin.detail || "–"],
    ["Is to run", `${plugin.isEnabled ? "yes" : "no"}, says ${plugin.isEnabledHere ? "the console" : "the manifest"}`],
    ["In use", plugin.isInUse ? "as it stands here" : "as it was before; not yet as it stands here"]];
  return element("dl", { class: "facts" }, rows.map(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
}

const notes = (title, lines) => lines.length > 0 && [element("h3", {}, title), element("ul", {}, lines.map(text => element("li", {}, text)))];

// What would miss it is shown before it is switched off.
async function switchOff(call, plugin, trouble, again) {
  const uses = await call("GET", `${address(plugin.id)}/uses`);
  const lines = [
    ["These need it and stop with it", uses.dependents], ["These ask it and get no answer", uses.askedBy], ["These hear its events", uses.heardBy],
    ["Events that it hears and that wait for it", uses.hears], ["Leaderboards that nobody sees", uses.boards],
  ].filter(([, names]) => names.length).map(([what, names]) => `${what}: ${names.join(", ")}.`);
  if (uses.rows != null) lines.push(uses.rows === 1 ? "It keeps 1 row, which stays." : `It keeps ${uses.rows} rows, which stay.`);
  const dialog = element("fh-dialog", { heading: `Switch off ${plugin.name}?`, leave: "Close" },
    element("ul", {}, lines.map(text => element("li", {}, text))),
    element("p", { class: "actions" }, element("button", { class: "plain", value: "" }, "Keep it on"), element("button", { class: "danger", value: "off" }, "Switch off")));
  document.getElementById("main").append(dialog);
  const answer = await dialog.ask();
  dialog.remove();
  if (answer === "off") await keep(call, plugin, { isEnabled: false }, trouble, again);
}

// Sends a change, and waits until the host runs with it.
async function keep(call, plugin, change, trouble, again, tell = errors => errors) {
  replace(trouble);
  tell([]);
  let found;
  try {
    found = await call("PATCH", address(plugin.id), { ...change, revision: plugin.revision });
  } catch (problem) {
    const left = tell(problem.errors ?? []);
    const lines = problem.errors?.length ? left.map(({ detail }) => detail) : [problem.message];
    return replace(trouble, lines.map(text => element("p", { class: "error" }, text)));
  }
  if (change.isTest) return announce("Nothing speaks against it.");
  again(found);
  if (!found.isTakenOver) return announce("Saved. The host uses it from its next start on.");
  announce("Saved. The host takes it over …");
  for (let tries = 0; tries < 60 && !found.isInUse; tries += 1) {
    await pause(500);
    found = await call("GET", address(plugin.id)).catch(() => found);
  }
  announce(found.isInUse ? "Saved and in use." : "Saved. The host has not taken it over yet.");
  again(found);
}

function form(call, plugin, again) {
  const { nodes, changes, tell } = settingsForm(plugin.settings);
  const grants = plugin.permissions.map((permission, index) => {
    const box = element("input", { type: "checkbox", id: `grant-${index}`, checked: permission.isGranted, disabled: permission.isFixed });
    const text = permission.kind === "media" ? "Store files" : `Call ${permission.host}`;
    return { permission, box, node: element("p", { class: "check" }, box, element("label", { for: box.id }, text, permission.isFixed && " (granted in the manifest)")) };
  });
  if (!nodes.length && !grants.length) return element("p", { class: "muted" }, "It has no settings and asks for nothing.");
  const trouble = element("div", { role: "alert" });
  const send = isTest => attempt(async () => {
    const granted = grants.filter(({ permission, box }) => box.checked && !permission.isFixed).map(({ permission }) => permission);
    const isGrant = grants.some(({ permission, box }) => box.checked !== permission.isGranted);
    const change = {
      settings: changes(), isTest,
      grants: isGrant ? { http: granted.flatMap(({ host }) => host ?? []), media: granted.some(({ kind }) => kind === "media") } : undefined,
    };
    if (!change.settings && !change.grants) return announce("Nothing was changed.");
    const press = place.querySelectorAll("button[data-send]");
    for (const one of press) one.disabled = true;
    await keep(call, plugin, change, trouble, again, tell);
    for (const one of press) one.disabled = false;
  });
  const place = element("form", { novalidate: true, onsubmit: send(false) },
    grants.length > 0 && element("fieldset", {}, element("legend", {}, "What it may do"), grants.map(({ node }) => node)),
    nodes.length > 0 && element("h3", {}, "Settings"), nodes, trouble,
    element("p", { class: "row" }, element("button", { type: "submit", "data-send": "" }, "Save"),
      element("button", { type: "button", class: "plain", "data-send": "", onclick: send(true) }, "Test only")));
  return place;
}
