// Advertisements: whether there are any, beside whose pages, and the form for one.
import { pictureField } from "/console/picture.js";
import { everything, saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

// The card; `call` asks the host.
export async function advertisementCard(call) {
  const card = element("section", { class: "card scroll", id: "advertisements" });
  await list(call, card);
  return card;
}

const attempt = (work, trouble) => async event => {
  event?.preventDefault?.();
  try {
    await work();
  } catch (problem) {
    if (trouble) trouble.textContent = problem.message;
    else announce(problem.message);
  }
};

async function list(call, card) {
  const [advertising, { items, next }] = await Promise.all([call("GET", "/v1/content/advertising"), call("GET", "/v1/content/advertisements")]);
  const head = ["Name", "From", "Until", "Countries", "Beside", "Views", "Clicks", ""];
  const line = item => [item.name, item.startsAt, item.endsAt, item.countries.join(" ") || "all", item.places.join(" ") || "all pages", String(item.views), String(item.clicks)];
  const remove = item => attempt(async () => {
    if (!confirm(`Remove ${item.name} with what was counted of it?`)) return;
    await call("DELETE", `/v1/content/advertisements/${encodeURIComponent(item.id)}`);
    await list(call, card);
  });
  replace(card, element("h2", {}, "Advertisements"), switches(call, card, advertising),
    items.length > 0 && table(head, items.map(item => [...line(item), element("td", { class: "row" },
      element("button", { type: "button", onclick: () => edit(call, card, item) }, "Edit"), element("button", { type: "button", class: "plain", onclick: remove(item) }, "Remove"))])),
    next && element("p", {}, "There are more; all of them are in the file."),
    element("p", { class: "row" }, saving("advertisements", head, async () => (await everything(call, "/v1/content/advertisements?limit=100")).map(line)),
      element("button", { type: "button", class: "plain", onclick: () => edit(call, card, null) }, "New advertisement")));
}

function switches(call, card, { isOn, plugins }) {
  const turn = (path, isOn) => attempt(async () => {
    await call("PUT", path, { isOn });
    await list(call, card);
  });
  const box = (id, label, isOn, path, isFixed) => element("p", { class: "check" },
    element("input", { type: "checkbox", id, checked: isOn, disabled: isFixed, onchange: event => turn(path, event.target.checked)() }), element("label", { for: id }, label));
  return [box("advertising", "Show advertisements", isOn, "/v1/content/advertising"), plugins.map(({ area, name, isAccepting, isOn }) =>
    box(`advertising-${area}`, isAccepting ? `beside the pages of ${name}` : `${name} does not accept any`, isOn, `/v1/content/advertising/${encodeURIComponent(area)}`, !isAccepting))];
}

const day = 86400000;
const instant = value => value.replace(/\.\d+Z/, "Z");

function edit(call, card, item) {
  const from = item ? instant(item.startsAt) : `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  const kinds = { startsAt: from, endsAt: item ? instant(item.endsAt) : instant(new Date(Date.parse(from) + 30 * day).toISOString()) };
  const input = (name, more = {}) => element("input", { id: `advertisement-${name}`, value: item?.[name], ...more });
  const inputs = {
    name: input("name", { required: true, maxlength: 100 }), title: input("title", { required: true, maxlength: 60, dir: "auto" }),
    text: input("text", { maxlength: 200, dir: "auto" }), link: input("link", { type: "url", required: true, maxlength: 2000, dir: "ltr", placeholder: "https://" }),
    startsAt: input("startsAt", { value: kinds.startsAt, required: true, size: 24 }), endsAt: input("endsAt", { value: kinds.endsAt, required: true, size: 24 }),
    countries: input("countries", { value: item?.countries.join(" "), placeholder: "EG DE" }),
    places: input("places", { value: item?.places.join(" "), placeholder: "soccer-predictions/leagues/en.1" }),
  };
  const labels = {
    name: "What you call it", title: "Title", text: "Text", link: "Where it leads to", startsAt: "From (UTC)", endsAt: "Until (UTC)",
    countries: "Countries of those who see it (codes; empty for all)", places: "Beside which pages (plugins, or pages below them; empty for all)",
  };
  const trouble = element("p", { class: "error", role: "alert" });
  let known = item;
  const root = () => `/v1/content/advertisements/${encodeURIComponent(known.id)}`;
  const image = pictureField("advertisement", call, () => `${root()}/picture`);
  image.show(item?.picture);
  const save = attempt(async () => {
    trouble.textContent = "";
    const draft = Object.fromEntries(Object.entries(inputs).map(([name, { value }]) => [name, ["countries", "places"].includes(name) ? value.split(/[\s,]+/).filter(Boolean) : value.trim()]));
    known = known ? await call("PUT", root(), { ...draft, version: known.version }) : await call("POST", "/v1/content/advertisements", draft);
    await image.send();
    announce(`${known.name} is saved.`);
    await list(call, card);
  }, trouble);
  replace(card, element("h2", {}, item ? item.name : "New advertisement"), element("form", { onsubmit: save },
    Object.entries(inputs).map(([name, node]) => [element("label", { for: node.id }, labels[name]), node]), image.node, trouble,
    element("p", { class: "row" }, element("button", { type: "submit" }, "Save"), element("button", { type: "button", class: "plain", onclick: attempt(() => list(call, card)) }, "Back"))));
}
