// Pages for everybody: what is published, and a form to publish a text in a language, with a film and a picture.
import { filmField } from "/console/film.js";
import { pictureField } from "/console/picture.js";
import { saving, table } from "/console/table.js";
import { announce, element, replace } from "/dom.js";

const sections = ["help", "tutorials", "rules", "guides", "news"];
const usual = [["terms", "Terms and Conditions"], ["privacy", "Privacy Policy"], ["faq", "FAQs"], ["about", "About us"], ["donate", "Support us"], ["rate", "Rate this place"]];

// The card; `call` asks the host.
export async function contentCard(call) {
  const card = element("section", { class: "card scroll", id: "content" });
  await list(call, card);
  return card;
}

async function list(call, card) {
  const { items } = await call("GET", "/v1/content/pages");
  const missing = usual.filter(([page]) => !items.some(item => item.page === page));
  const open = (page, section, title) => () => edit(call, card, { page, section, title });
  const line = item => [item.page, item.section, item.title, item.language, String(item.version), item.publishedAt];
  const head = ["Page", "Section", "Title", "Language", "Version", "Published", ""];
  replace(card, element("h2", {}, "Pages"), items.length > 0 && table(head, items.map(item => [
    ...line(item), element("td", {}, element("button", { type: "button", onclick: open(item.page, item.section, item.title) }, "Edit")),
  ])),
  element("p", { class: "row" }, saving("pages", head, () => items.map(line)), missing.map(([page, title]) =>
    element("button", { type: "button", class: "plain", onclick: open(page, "help", title) }, `Write ${title}`)),
  element("button", { type: "button", class: "plain", onclick: open("", "help", "") }, "New page"),
  element("button", { type: "button", class: "plain", onclick: open("", "tutorials", "") }, "New tutorial")));
}

// A text is published in place of the version that was shown when it was opened.
async function edit(call, card, { page, section, title }) {
  let [shown, loading] = [0, null];
  const field = (name, label, input) => [element("label", { for: `content-${name}` }, label), input];
  const inputs = {
    page: element("input", { id: "content-page", value: page, required: true, readonly: Boolean(page), pattern: "[a-z][a-z0-9]*(-[a-z0-9]+)*", maxlength: 60 }),
    section: element("select", { id: "content-section" }, sections.map(name => element("option", { value: name, selected: name === section }, name))),
    position: element("input", { id: "content-position", type: "number", min: 0, max: 1000, value: 0 }),
    language: element("input", { id: "content-language", value: "en", required: true, size: 8, maxlength: 35 }),
    title: element("input", { id: "content-title", value: title, required: true, maxlength: 200, dir: "auto" }),
    video: element("input", { id: "content-video", inputmode: "url", autocomplete: "off", maxlength: 2000, dir: "ltr", placeholder: "https://" }),
    text: element("textarea", { id: "content-text", rows: 16, required: true, dir: "auto", maxlength: 100000 }),
  };
  const trouble = element("p", { class: "error", role: "alert" });
  const path = () => `/v1/content/pages/${encodeURIComponent(inputs.page.value)}`;
  let kept = title;
  const typed = () => inputs.title.value + inputs.video.value + inputs.text.value;
  const isTyped = () => typed() !== kept;
  const image = pictureField("content", (...request) => call(...request), () => `${path()}/picture`);
  const reel = filmField("content", (...request) => call(...request));
  // Which version is shown in the language.
  const learn = async () => {
    if (!inputs.page.value) return;
    const { items } = await call("GET", `/v1/content/pages?language=${encodeURIComponent(inputs.language.value)}`);
    const entry = items.find(item => item.page === inputs.page.value);
    shown = entry?.language.toLowerCase() === inputs.language.value.toLowerCase() ? entry.version : 0;
    if (entry) inputs.position.value = entry.position;
    image.show(entry?.picture);
  };
  const load = async () => {
    await learn();
    if (!shown || isTyped() && !confirm("Replace what you have written by the text that is shown in this language?")) return;
    const found = await call("GET", `${path()}/versions/${shown}`);
    [inputs.title.value, inputs.video.value, inputs.text.value] = [found.title, found.video ?? "", found.text];
    kept = typed();
  };
  const attempt = work => async event => {
    event?.preventDefault();
    trouble.textContent = "";
    try { await work(); } catch (problem) { trouble.textContent = problem.message; }
  };
  const publish = attempt(async () => {
    // Where it could not be learnt what is shown, it is asked now, and what was typed stays.
    await (loading = loading.catch(learn));
    inputs.video.value = await reel.send() ?? inputs.video.value;
    const [language, title, text, video] = [inputs.language.value, inputs.title.value, inputs.text.value, inputs.video.value.trim()];
    const done = await call("PUT", path(), { language, section: inputs.section.value, position: Number(inputs.position.value), title, text, ...video && { video }, after: shown });
    shown = done.version;
    kept = typed();
    await image.send();
    announce(`Version ${done.version} of ${done.page} is published.`);
    await list(call, card);
  });
  const withdraw = attempt(async () => {
    await call("DELETE", `${path()}/languages/${encodeURIComponent(inputs.language.value)}`);
    announce("The page is shown in this language no more. Its versions stay.");
    await list(call, card);
  });
  const remove = attempt(async () => {
    if (!confirm("Show the page in no language any more?")) return;
    await call("DELETE", path());
    announce("The page is shown no more. Its versions stay.");
    await list(call, card);
  });
  // One language after the other: what an earlier choice asked for must not come after what a later one did.
  const next = () => (loading = Promise.resolve(loading).catch(() => null).then(load));
  inputs.language.addEventListener("change", attempt(next));
  await attempt(next)();
  replace(card, element("h2", {}, page ? `Page ${page}` : "New page"), element("form", { onsubmit: publish },
    field("page", "Name in addresses", inputs.page), field("section", "Section", inputs.section), field("position", "Position", inputs.position),
    field("language", "Language", inputs.language), field("title", "Title", inputs.title), field("text", "Text (CommonMark)", inputs.text),
    field("video", "Address of a film that belongs to it (may be empty)", inputs.video), reel.node, image.node, trouble,
    element("p", { class: "row" }, element("button", { type: "submit" }, "Publish"),
      page && element("button", { type: "button", class: "plain", onclick: withdraw }, "Show it no more in this language"),
      page && element("button", { type: "button", class: "plain", onclick: remove }, "Remove the page"),
      element("button", { type: "button", class: "plain", onclick: attempt(() => list(call, card)) }, "Back"))));
}
