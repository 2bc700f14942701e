// Languages: which there are and how much of each, their texts, and files for those who translate elsewhere.
import { read, save } from "/console/csv.js";
import { everything, saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

const most = 500;
const address = tag => `/v1/content/languages/${encodeURIComponent(tag)}`;
const button = (label, press, isPlain = true) => element("button", { type: "button", class: isPlain ? "plain" : null, onclick: press }, label);

// The card; `call` asks the host.
export async function languageCard(call) {
  const card = element("section", { class: "card scroll", id: "languages" });
  await list(call, card);
  return card;
}

const attempt = (work, trouble) => async event => {
  event?.preventDefault();
  try {
    await work();
  } catch (problem) {
    if (trouble) trouble.textContent = problem.message;
    else announce(problem.message);
  }
};

async function list(call, card) {
  const { items } = await call("GET", "/v1/content/languages");
  const head = ["Language", "Name", "Runs", "Texts", "Missing", "People can choose it", ""];
  const line = item => [item.tag, element("td", { lang: item.tag, dir: item.direction }, item.name), item.direction === "rtl" ? "right to left" : "left to right",
    `${item.translated} of ${item.texts}`, String(item.texts - item.translated), item.isActive ? "yes" : "no"];
  const acts = item => element("td", { class: "row" },
    button("Texts", attempt(() => edit(call, card, item, { missing: item.tag !== "en" }))),
    item.tag !== "en" && button(item.isActive ? "Switch off" : "Switch on", attempt(async () => {
      await call("PUT", address(item.tag), { isActive: !item.isActive });
      await list(call, card);
    })),
    !item.isShipped && button("Remove", attempt(async () => {
      if (!confirm(`Remove ${item.name} with all that was written in it?`)) return;
      await call("DELETE", address(item.tag));
      await list(call, card);
    })));
  replace(card, element("h2", {}, "Languages"), table(head, items.map(item => [...line(item), acts(item)])),
    element("p", { class: "row" }, saving("languages", head, () => items.map(line))), adding(call, card));
}

function adding(call, card) {
  const tag = element("input", { id: "language-tag", required: true, maxlength: 35, size: 8, placeholder: "de", autocapitalize: "off" });
  const name = element("input", { id: "language-name", maxlength: 60, dir: "auto" });
  const trouble = element("p", { class: "error", role: "alert" });
  const add = attempt(async () => {
    const found = await call("PUT", address(tag.value.trim()), name.value.trim() ? { name: name.value.trim() } : {});
    announce(`${found.name} is there. People can choose it once you switch it on.`);
    await list(call, card);
  }, trouble);
  return element("form", { onsubmit: add }, element("h3", {}, "Add a language"),
    element("label", { for: "language-tag" }, "Tag, such as de or pt-BR"), tag,
    element("label", { for: "language-name" }, "Name in the language itself (left empty: the usual one)"), name, trouble,
    element("p", {}, element("button", { type: "submit" }, "Add")));
}

// A page of texts beside the English ones, and what is done with all of them.
async function edit(call, card, language, shown) {
  const path = `${address(language.tag)}/texts`;
  const found = await call("GET", `${path}?limit=20${shown.missing ? "&missing=true" : ""}${shown.after ? `&after=${encodeURIComponent(shown.after)}` : ""}`);
  const turn = next => attempt(() => edit(call, card, language, next));
  const trouble = element("p", { class: "error", role: "alert" });
  const fields = found.items.map((item, index) => element("textarea", {
    id: `text-${index}`, rows: 2, maxlength: 2000, dir: "auto", lang: language.tag, "data-text": `${item.owner} ${item.key}`, placeholder: item.shipped ?? "",
  }, item.text ?? ""));
  const store = attempt(async () => {
    const texts = found.items.flatMap((item, index) => fields[index].value === (item.text ?? "") ? [] : [{ owner: item.owner, key: item.key, text: fields[index].value || null }]);
    if (texts.length) await call("PUT", path, { texts });
    announce(`${texts.length} ${texts.length === 1 ? "text is" : "texts are"} kept.`);
    await edit(call, card, language, texts.length && shown.missing ? { missing: true } : { ...shown, after: found.next ?? shown.after });
  }, trouble);
  const file = element("input", { type: "file", id: "language-file", class: "off-screen", accept: ".csv,text/csv", onchange: attempt(async () => {
    await take(call, path, await file.files[0].text());
    await edit(call, card, language, { missing: shown.missing });
  }, trouble) });
  replace(card, element("h2", {}, `Texts: ${language.name}`),
    element("p", { class: "row" },
      button(shown.missing ? "Show all" : "Show what is missing", turn({ missing: !shown.missing })),
      button("Save these texts as CSV", attempt(() => hand(call, path, language))),
      file, element("label", { for: "language-file", class: "button plain" }, "Read a CSV file"),
      button("Back", attempt(() => list(call, card)))),
    element("p", { class: "muted" }, "Keep what stands in braces, such as {name}: it is filled in. A text that is left empty is shown as it came, or else in English."),
    found.items.length === 0 ? element("p", {}, "There are none.") : element("form", { onsubmit: store },
      found.items.map((item, index) => element("div", {},
        element("label", { for: `text-${index}`, lang: "en", dir: "ltr", class: "about" }, item.english),
        element("p", { class: "muted" }, `${item.owner} · ${item.key}`), fields[index])), trouble, element("p", { class: "row" }, element("button", { type: "submit" }, "Keep"), found.next && button("Next", turn({ ...shown, after: found.next })))),
    found.items.length === 0 && trouble);
}

const head = ["Of", "Name", "English", "Text"];

async function hand(call, path, language) {
  const all = await everything(call, `${path}?limit=${most}`);
  save(`texts-${language.tag}`, [head, ...all.map(item => [item.owner, item.key, item.english, item.text ?? item.shipped ?? ""])]);
}

// Takes the texts of a file; those that are as they came, or empty, change nothing.
async function take(call, path, file) {
  const [titles, ...rows] = read(file);
  const places = head.map(title => titles?.indexOf(title) ?? -1);
  if (places.includes(-1)) throw new Error(`The first line must name the columns ${head.join(", ")}.`);
  const known = new Map((await everything(call, `${path}?limit=${most}`)).map(item => [`${item.owner}/${item.key}`, item.text ?? item.shipped ?? ""]));
  const texts = rows.map(row => places.map(place => (row[place] ?? "").trim())).filter(([owner, key, , text]) => text && known.get(`${owner}/${key}`) !== text)
    .map(([owner, key, , text]) => ({ owner, key, text }));
  for (let start = 0; start < texts.length; start += most) {
    announce(`Keeping ${Math.min(start + most, texts.length)} of ${texts.length} texts …`);
    await call("PUT", path, { texts: texts.slice(start, start + most) });
  }
  announce(`${texts.length} ${texts.length === 1 ? "text is" : "texts are"} kept.`);
}
