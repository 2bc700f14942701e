// What was reported in a group, for its admins: what it says, why, what was said around it, and what to do.
import { get, post } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action, link } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { bring, twice } from "/groups/in-place.js";
import { address } from "/groups/list.js";
import { words } from "/groups/message.js";

const encode = encodeURIComponent;
// What is hard to take back is asked for twice.
const grave = new Set(["ban", "suspend"]);

export async function reportsPage(page, area, id) {
  const group = await get(`/v1/groups/${encode(area)}/${encode(id)}`);
  const [root, list, none, choice] = [`/v1/moderation/${encode(area)}/cases`, element("ul", { class: "people" }), element("p", { class: "muted" }), element("p", { class: "row" })];
  let state = "open", pages = 1;
  const more = action(page, page.text("more"), async () => { pages += 1; await draw(); });
  const draw = async () => {
    const found = await read(`${root}?group=${encode(id)}&state=${state}`, pages);
    bring(list, found.items, item => item.id, item => line(page, root, item, draw));
    more.hidden = !found.next;
    none.textContent = found.items.length ? "" : page.text(state === "open" ? "moderation.none" : "moderation.noneDecided");
    replace(choice, ["open", "decided"].map(name => {
      const button = action(page, page.text(`moderation.${name}`), async () => { [state, pages] = [name, 1]; await draw(); });
      button.setAttribute("aria-pressed", String(name === state));
      return button;
    }));
  };
  replace(page.root, element("h1", {}, page.text("moderation")), element("p", {}, element("bdi", {}, group.name)), choice, none, list, element("p", { class: "row" }, more), link(page.text("back"), address(area, id)));
  await draw();
}

async function read(path, pages) {
  const items = [];
  let next;
  for (let number = 0; number < pages && next !== null; number += 1) {
    const answer = await get(next ? `${path}&after=${encode(next)}` : path);
    items.push(...answer.items);
    next = answer.next ?? null;
  }
  return { items, next };
}

// What a case says at a glance.
function glance(page, item) {
  const facts = [page.text(`moderation.kind.${item.kind}`), page.text("moderation.reports", { n: item.reports }), item.reason && page.text(`reason.${item.reason}`),
    item.isHidden && page.text("moderation.hidden")].filter(Boolean);
  return [element("p", { class: "person" }, item.author && avatar(item.author, 36), item.author && element("a", { href: `/people/${encode(item.author.id)}` }, element("bdi", {}, item.author.name))),
    item.words && element("blockquote", { class: "words", dir: "auto" }, words(item.words)), element("p", { class: "muted" }, facts.join(" · ")),
    item.appeal && element("p", {}, page.text("moderation.appeal"), " ", element("q", { dir: "auto" }, item.appeal))];
}

function line(page, root, item, draw) {
  const more = element("div", {});
  const look = action(page, page.text("moderation.look"), async () => {
    const open = more.children.length === 0;
    look.setAttribute("aria-expanded", String(open));
    if (!open) return replace(more);
    drawDetails(page, root, more, await get(`${root}/${item.id}`), draw);
  });
  look.setAttribute("aria-expanded", "false");
  return element("li", { class: "card report" }, glance(page, item), element("p", { class: "row" }, look), more);
}

function drawDetails(page, root, place, found, draw) {
  const time = at => format(page.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
  const part = (key, lines) => lines.length > 0 && [element("h3", {}, page.text(key)), element("ul", { class: "plain" }, lines.map(line => element("li", {}, line)))];
  const flag = ({ reason, detail, at, by }) => [time(at), " · ", page.text(`reason.${reason}`), by && [" · ", element("bdi", {}, by.name)], detail && [": ", element("q", { dir: "auto" }, detail)]];
  const said = ({ kind, author, text }) => [kind === "post" && [page.text("moderation.kind.post"), " · "], element("bdi", {}, author?.name ?? "–"), ": ", text === undefined ? "…" : element("bdi", {}, words(text))];
  const entry = ({ decision, at, by, note }) => [time(at), " · ", page.text(`moderation.done.${decision}`), by && [" · ", element("bdi", {}, by.name)], note && [": ", element("q", { dir: "auto" }, note)]];
  replace(place, found.now !== undefined && [element("h3", {}, page.text("moderation.now")), element("blockquote", { class: "words", dir: "auto" }, words(found.now))], part("moderation.why", found.flags.map(flag)), part("moderation.around", found.around.map(said)), part("moderation.log", found.decisions.map(entry)), decisions(page, root, found, draw));
}

function decisions(page, root, { report, mayDecide }, draw) {
  const decide = decision => async () => {
    await post(`${root}/${report.id}/decisions`, { decision });
    page.announce(page.text("moderation.decidedNow"));
    await draw();
  };
  return element("p", { class: "row" }, mayDecide.map(name => grave.has(name)
    ? twice(page, page.text(`moderation.do.${name}`), page.text(`moderation.sure.${name}`, { name: report.author?.name ?? "" }), decide(name))
    : action(page, page.text(`moderation.do.${name}`), decide(name))));
}
