// The fields of a form that follows from the schema of a plugin's settings.
import { element } from "/dom.js";

const scalars = ["string", "number", "integer", "boolean"];
const types = schema => [schema.type ?? []].flat().filter(type => type !== "null");
const isOf = (schema, ...names) => types(schema).length > 0 && types(schema).every(type => names.includes(type));
const tokens = pointer => pointer.split("/").slice(1).map(token => token.replaceAll("~1", "/").replaceAll("~0", "~"));

// A name as people write it: `pollSeconds` is "Poll seconds".
function words(name) {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`).replace(/[-_]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

// How a value is written into a field, and read from it; what is not of its kind goes to the host as it is, which says what is wrong.
function kind({ schema, isSecret, isKnown }) {
  if (!isKnown) return { lost: true };
  if (isSecret) return { type: "password", write: () => "", read: text => text };
  if (schema.enum) return { options: schema.enum.map(value => JSON.stringify(value)), write: value => value === undefined ? "" : JSON.stringify(value), read: text => JSON.parse(text) };
  if (isOf(schema, "boolean")) return { check: true };
  if (isOf(schema, "integer", "number")) return { mode: isOf(schema, "integer") ? "numeric" : "decimal", write: value => String(value ?? ""), read: number };
  if (isOf(schema, "string")) return { rows: schema.maxLength > 200 ? 4 : 0, write: value => value ?? "", read: text => text };
  const items = schema.items ?? {};
  if (isOf(schema, "array") && (items.enum || isOf(items, ...scalars)) && !isOf(items, "boolean")) {
    const one = isOf(items, "integer", "number") ? number : text => text;
    return { rows: 4, note: "One on each line.", write: value => (value ?? []).join("\n"), read: text => text.split("\n").map(line => line.trim()).filter(Boolean).map(one) };
  }
  return { rows: 6, note: "Written as JSON.", write: value => value === undefined ? "" : JSON.stringify(value, null, 2), read: json };
}

function number(text) {
  const value = Number(text.trim());
  return text.trim() && Number.isFinite(value) ? value : text;
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// What a value may be, in words.
function range({ minimum, maximum, minLength, maxLength }) {
  const [least, most, unit] = [minimum ?? minLength, maximum ?? maxLength, minimum === undefined && maximum === undefined ? " characters" : ""];
  if (least === undefined && most === undefined) return "";
  if (least === undefined) return `At most ${most}${unit}.`;
  return most === undefined ? `At least ${least}${unit}.` : `${least} to ${most}${unit}.`;
}

const short = value => typeof value === "string" ? value : JSON.stringify(value);

function control(setting, way, id) {
  const shared = { id, disabled: setting.source === "manifest" || way.lost };
  if (way.options) {
    const now = way.write(setting.value);
    const none = !way.options.includes(now) && element("option", { value: "" }, "–");
    return element("select", shared, none, way.options.map(text => element("option", { value: text, selected: text === now }, short(JSON.parse(text)))));
  }
  if (way.check) return element("input", { ...shared, type: "checkbox", checked: setting.value === true });
  if (way.rows) return element("textarea", { ...shared, rows: way.rows, dir: "auto", spellcheck: "false" }, way.write(setting.value));
  const isSet = setting.source !== "unset";
  return element("input", {
    ...shared, type: way.type ?? "text", inputmode: way.mode, value: way.lost ? "" : way.write(setting.value), autocomplete: way.type ? "new-password" : "off",
    placeholder: way.lost || setting.isSecret ? (isSet ? "Set; it is not shown" : "Not set") : null, dir: way.mode ? "ltr" : "auto",
  });
}

// One setting: `node` to show, `change()` for what was entered (undefined where nothing was), `tell(text)` for what is wrong with it.
function field(setting, index) {
  const way = kind(setting);
  const id = `setting-${index}`;
  const input = control(setting, way, id);
  const mistake = element("p", { class: "error", id: `${id}-mistake`, hidden: true });
  const told = setting.default !== undefined && !setting.isSecret ? `Default: ${short(setting.default)}` : "";
  const origin = {
    manifest: "The manifest says what this is; it is changed there.", console: way.lost ? "The plugin does not have this any more." : "Set here.", default: "", unset: "",
  }[setting.source];
  const hint = [setting.schema.description, way.note, range(setting.schema), told && !told.endsWith(".") ? `${told}.` : told, origin].filter(Boolean).join(" ");
  const read = () => way.check ? input.checked : input.value;
  const before = read();
  let isTakenBack = false;
  const back = setting.source === "console" && element("button", { type: "button", class: "plain", onclick: () => {
    isTakenBack = true;
    if (way.check) input.checked = setting.default === true;
    else input.value = way.lost || setting.isSecret ? "" : way.write(setting.default);
    back.disabled = true;
    input.focus();
  } }, "Back to default");
  input.addEventListener("input", () => {
    isTakenBack = false;
    if (back) back.disabled = false;
  });
  input.setAttribute("aria-describedby", `${id}-hint ${id}-mistake`);
  const name = words(setting.titles.at(-1));
  const label = element("label", { for: id }, name, setting.isRequired && setting.source === "unset" && " (needed)");
  const node = element("div", { class: "field", "data-setting": setting.pointer },
    way.check ? element("p", { class: "check" }, input, label) : [label, input], element("p", { class: "muted", id: `${id}-hint` }, hint), mistake, back && element("p", {}, back));
  return {
    setting, node, input,
    change() {
      if (isTakenBack) return null;
      if (input.disabled || read() === before) return undefined;
      if (way.check) return input.checked;
      return input.value === "" ? null : way.read(input.value);
    },
    tell(text) {
      mistake.hidden = !text;
      mistake.textContent = text ?? "";
      if (text) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    },
  };
}

// The settings in the groups that they are in: `nodes` to show; `changes()` in the shape of the settings, or undefined where there are
// none; `tell(errors)` puts each mistake at its field and returns those that are at none.
export function settingsForm(settings) {
  const fields = settings.map(field);
  const groups = new Map();
  for (const one of fields) {
    const title = one.setting.titles.slice(0, -1).map(words).join(" · ");
    groups.set(title, [...groups.get(title) ?? [], one]);
  }
  const nodes = [...groups].map(([title, inner]) => title
    ? element("fieldset", {}, element("legend", {}, title), inner.map(({ node }) => node)) : inner.map(({ node }) => node));
  return {
    nodes,
    changes() {
      const all = {};
      for (const { setting, change } of fields) {
        const value = change();
        if (value === undefined) continue;
        const path = tokens(setting.pointer);
        path.slice(0, -1).reduce((place, name) => place[name] ??= {}, all)[path.at(-1)] = value;
      }
      return Object.keys(all).length ? all : undefined;
    },
    tell(errors) {
      const wrong = fields.map(({ setting, tell, input }) => {
        // A mistake within a list is one of the list.
        const here = `/settings${setting.pointer}`;
        const found = errors.filter(({ pointer }) => pointer === here || pointer.startsWith(`${here}/`));
        tell(found.map(({ detail }) => detail).join(" "));
        return found.length ? [input, ...found] : [];
      }).flat();
      wrong[0]?.focus();
      return errors.filter(error => !wrong.includes(error));
    },
  };
}
