// Founding a group, and changing one.
import { get, patch, post, remove, upload } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link, sentence } from "/account/form.js";
import { smaller } from "/account/profile.js";
import { address, crest } from "/groups/list.js";

function fields(page, kind, group) {
  const choices = (name, values) => values.length > 1 && {
    name, label: page.text(`group.${name}`), options: values.map(value => [value, page.text(`group.${name}.${value}`)]), value: group?.[name] ?? values[0],
  };
  return [
    { name: "name", label: page.text("group.name"), value: group?.name, maxlength: kind.longestName, required: true, autocomplete: "off" },
    { name: "about", label: page.text("group.about"), value: group?.about, rows: 3, maxlength: 500 },
    choices("visibility", kind.visibility), choices("admission", kind.admission),
  ].filter(Boolean);
}

export function foundPage(page) {
  const kinds = page.kinds.filter(kind => kind.isOpen);
  const wanted = new URLSearchParams(location.search).get("kind");
  const kind = kinds.find(({ area, kind }) => `${area}/${kind}` === wanted) ?? kinds[0];
  if (!kind) return replace(page.root, element("p", {}, page.text("notFound")));
  // Two games may call theirs alike.
  const title = ({ title, game }) => kinds.filter(other => other.title === title).length > 1 ? page.text("group.kindOf", { kind: title, game }) : title;
  const tabs = kinds.length > 1 ? element("fh-tabs", { label: page.text("group.kinds") }, kinds.map(other =>
    element("a", { href: `/groups/new?kind=${encodeURIComponent(`${other.area}/${other.kind}`)}`, "aria-current": other === kind && "page" }, title(other))))
    : element("p", { class: "muted" }, kind.title);
  replace(page.root, element("h1", {}, page.text("group.found")), tabs, form(page, {
    fields: fields(page, kind), button: page.text("group.found"), more: [link(page.text("back"), "/groups")],
    submit: async input => {
      const group = await post(`/v1/groups/${encodeURIComponent(kind.area)}`, { kind: kind.kind, ...input });
      await page.go(address(kind.area, group.id));
    },
  }));
}

export async function editPage(page, area, id) {
  const group = await get(`/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`);
  const kind = page.kinds.find(kind => kind.area === area && kind.kind === group.kind);
  replace(page.root, element("h1", {}, page.text("group.edit")), kind.hasPictures && picture(page, area, group), form(page, {
    fields: fields(page, kind, group), more: [link(page.text("back"), address(area, id))],
    submit: async input => {
      await patch(`/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`, { version: group.version, ...input });
      page.announce(page.text("saved"));
      await page.go(address(area, id));
    },
  }));
}

// The group's picture: it changes here, and the form below keeps what was written there.
function picture(page, area, group) {
  const path = `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(group.id)}`;
  const place = element("section", { class: "card person" });
  const again = async () => {
    const now = await get(path);
    // The change of the picture is one that the form knows of.
    group.version = now.version;
    draw(now);
  };
  const choose = element("input", { id: "picture", type: "file", accept: "image/jpeg,image/png,image/webp", class: "off-screen", onchange: async event => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      await upload(`${path}/picture`, await smaller(file));
      await again();
    } catch (problem) {
      page.announce(sentence(page, problem));
    }
  } });
  const draw = now => replace(place, crest(now, "large"), element("p", { class: "row" }, choose, element("label", { for: "picture", class: "button" }, page.text("choosePicture")),
    now.picture && action(page, page.text("removePicture"), async () => { await remove(`${path}/picture`); await again(); })));
  draw(group);
  return place;
}
