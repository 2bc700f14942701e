// The organisations that operators look after, such as clubs, and the groups within them.
import { everything, saving, table, time } from "/console/table.js";
import { announce, element, replace } from "/dom.js";
import { crest } from "/signs.js";

const attempt = work => async event => {
  event?.preventDefault();
  try {
    await work(event);
  } catch (problem) {
    announce(problem.message);
  }
};
const button = (label, work, kind = "plain") => element("button", { type: "button", class: kind, onclick: attempt(work) }, label);
const part = text => encodeURIComponent(text);

// The cards, one for each kind that lies in no other; nothing where operators look after no groups. `call` asks the host.
export async function organisationCards(call) {
  const kinds = (await call("GET", "/v1/organisations")).items;
  if (kinds.length === 0) return null;
  const countries = (await call("GET", "/v1/countries")).items;
  const known = { call, kinds, countries, names: Object.fromEntries(countries.map(({ code, name }) => [code, name])) };
  const cards = kinds.filter(({ kind, area, parent }) => !kinds.some(other => other.area === area && other.kind === parent));
  return Promise.all(cards.map(kind => card(known, kind)));
}

async function card(known, kind) {
  const root = element("section", { class: "card scroll overview", id: `organisations-${kind.area}-${kind.kind}` });
  await draw(known, kind, root, {});
  return root;
}

// What is listed: those of the kind, or of one within the organisation `parent`; `after` says where a page begins.
async function draw(known, kind, root, shown) {
  const base = `/v1/organisations/${part(kind.area)}/${part(kind.kind)}`;
  const query = new URLSearchParams({ limit: "50", ...shown.parent && { parent: shown.parent.id } });
  const { items, next } = await known.call("GET", `${base}?${query}${shown.after ? `&after=${part(shown.after)}` : ""}`);
  const logos = await Promise.all(items.map(({ group }) => logo(known, group)));
  const again = () => draw(known, kind, root, shown);
  const form = element("div", {});
  const head = ["Name", "Members", "Country", "Responsible", "E-mail", "State"];
  const lines = items.map((item, index) => [element("td", {}, logos[index]), ...cells(known, item), actions(known, kind, root, shown, item, form, again)]);
  replace(root, element("h2", {}, shown.parent ? [`${kind.title}: `, element("bdi", {}, shown.parent.name)] : `Organisations: ${kind.title}`),
    items.length === 0 ? element("p", {}, "There are none.") : table(["Logo", ...head, ""], lines),
    element("p", { class: "row" },
      button("Make one", () => edit(known, kind, shown, null, form, again), ""),
      saving(`organisations-${kind.kind}`, head, async () => (await everything(known.call, `${base}?${query}`)).map(item => cells(known, item))),
      next && button("Next", () => draw(known, kind, root, { ...shown, after: next })),
      shown.after && button("First page", () => draw(known, kind, root, { ...shown, after: undefined })),
      shown.back && button("Back", shown.back)), form);
}

// What is saved, too: all columns but the logo.
function cells(known, { group, country, contact, email }) {
  return [element("td", { dir: "auto" }, group.name), String(group.members), country ? known.names[country] ?? country : "",
    element("td", { dir: "auto" }, contact?.name ?? ""), email ?? "", group.archivedAt ? element("td", {}, "archived ", time(group.archivedAt)) : ""];
}

// A logo needs the operator's token, so it is fetched and shown as data.
async function logo({ call }, group) {
  if (!group.picture) return crest(group.name);
  return element("img", { class: "crest", alt: "", src: await call.picture(group.picture) });
}

function actions(known, kind, root, shown, { group, email }, form, again) {
  const path = `/v1/groups/${part(kind.area)}/${part(group.id)}`;
  const inner = known.kinds.filter(other => other.area === kind.area && other.parent === kind.kind);
  return element("td", {}, element("div", { class: "row" },
    !group.archivedAt && button("Change", async () => edit(known, kind, shown, await known.call("GET", `/v1/organisations/${part(kind.area)}/${part(kind.kind)}/${part(group.id)}`), form, again)),
    inner.map(other => button(`${other.title} within`, () => draw(known, other, root, { parent: group, back: again }))),
    email && button("Send login data again", async () => {
      await known.call("POST", `/v1/organisations/${part(kind.area)}/${part(kind.kind)}/${part(group.id)}/login-data`, {});
      announce(`Login data is on its way to ${email}.`);
    }),
    group.archivedAt
      ? button("Restore", async () => { await known.call("DELETE", `${path}/archive`); await again(); })
      : button("Archive", async () => {
        if (!confirm(`Archive ${group.name} with all groups in it?`)) return;
        await known.call("PUT", `${path}/archive`);
        await again();
      })));
}

// The form for a new one, or for one that there is.
function edit(known, kind, shown, item, place, again) {
  const group = item?.group;
  const id = name => `organisation-${name}`;
  const field = (name, label, input) => [element("label", { for: id(name) }, label), input];
  const input = (name, more) => element("input", { id: id(name), name, ...more });
  const country = element("select", { id: id("country"), name: "country" }, element("option", { value: "" }, "–"),
    known.countries.map(({ code, name }) => element("option", { value: code, selected: code === item?.country }, name)));
  const form = element("form", { class: "card", onsubmit: attempt(async event => {
    const found = await save(known, kind, shown, item, new FormData(event.target));
    announce(`${found.group.name} is saved.`);
    await again();
  }) }, element("h3", {}, group ? ["Change ", element("bdi", {}, group.name)] : `New: ${kind.title}`),
    field("name", "Name", input("name", { value: group?.name, maxlength: kind.longestName, required: true, dir: "auto" })),
    field("country", "Country", country),
    kind.hasPictures && field("logo", "Logo (JPEG, PNG or WebP; cut to a square)", input("logo", { type: "file", accept: "image/jpeg,image/png,image/webp" })),
    field("email", "E-mail address of who is responsible", input("email", { type: "email", value: item?.email, maxlength: 254 })),
    field("contactName", "Full name, for somebody new", input("contactName", { maxlength: 50, dir: "auto" })),
    element("p", { class: "muted" }, "Who is responsible becomes admin. Somebody new is mailed a password, to be changed at the first log-in."),
    element("p", { class: "row" }, element("button", { type: "submit" }, "Save"), button("Cancel", () => replace(place))));
  replace(place, form);
  form.querySelector("input").focus();
}

// What was made or changed. The logo follows: one that is refused leaves the rest saved, and says why.
async function save({ call }, kind, shown, item, given) {
  const base = `/v1/organisations/${part(kind.area)}/${part(kind.kind)}`;
  const text = name => given.get(name)?.trim() || undefined;
  const email = text("email") === item?.email ? undefined : text("email");
  const body = { name: text("name"), country: text("country"), email, contactName: email && text("contactName") };
  const found = item
    ? await call("PATCH", `${base}/${part(item.group.id)}`, { ...body, version: item.group.version })
    : await call("POST", base, { ...body, parent: shown.parent?.id });
  const file = given.get("logo");
  if (file?.size) await call("PUT", `/v1/groups/${part(kind.area)}/${part(found.group.id)}/picture`, file);
  return found;
}
