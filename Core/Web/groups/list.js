// The groups that I am in, and those that can be found.
import { get } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link } from "/account/form.js";
import { joining } from "/groups/consent.js";
import { crest as initials } from "/signs.js";

const path = id => encodeURIComponent(id);
export const address = (area, group) => `/groups/${path(area)}/${path(group)}`;

// The sign of a group: its picture, or its initials.
export function crest(group, kind = "") {
  if (group.picture) return element("img", { class: `crest ${kind}`, src: group.picture, alt: "" });
  return initials(group.name, kind);
}

// Who else is in it: two names, and how many more.
function others(page, group) {
  const names = group.others.map(person => person.name);
  const more = group.members - 1 - names.length;
  if (!names.length) return page.text("group.onlyYou");
  const list = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
  return list.format(more > 0 ? [...names, page.text("group.more", { n: more })] : names);
}

function line(page, area, group, below, unread) {
  return element("li", { class: "card person" }, crest(group), element("div", {}, element("a", { href: address(area, group.id) },
    element("bdi", {}, group.name)), element("p", { class: "muted" }, below)),
  unread > 0 && element("a", { class: "badge end", href: `${address(area, group.id)}/chat` }, page.text("chat.unread", { n: unread })));
}

export async function myGroupsPage(page) {
  const { items } = await page.get("/v1/me/groups?limit=100");
  const shown = items.length
    ? element("ul", { class: "people" }, items.map(({ area, unread, group }) => line(page, area, group, others(page, group), unread)))
    : element("section", { class: "card" }, element("p", {}, page.text("group.none")));
  const isOpen = page.kinds.some(kind => kind.isOpen);
  replace(page.root, element("h1", {}, page.text("groups")), shown, element("p", { class: "row" },
    isOpen && element("a", { class: "button", href: "/groups/new" }, page.text("group.found")), link(page.text("group.find"), "/groups/find")), code(page));
}

// Joining with a code that somebody has told.
function code(page) {
  const areas = [...new Set(page.kinds.map(kind => kind.area))];
  return form(page, {
    fields: [{ name: "code", label: page.text("group.code"), maxlength: 20, autocomplete: "off", dir: "ltr", required: true }],
    button: page.text("join"),
    submit: async ({ code }) => {
      let refused;
      for (const area of areas) {
        try {
          const group = await joining(page, `/v1/group-codes/${path(area)}/${path(code)}`);
          if (!group) return;
          page.announce(page.text("joined"));
          return await page.go(address(area, group.id));
        } catch (problem) {
          if (problem.code !== "group-code-unknown") throw problem;
          refused = problem;
        }
      }
      throw refused;
    },
  });
}

export function findPage(page) {
  const found = element("div", {});
  const show = async query => {
    const areas = [...new Set(page.kinds.map(kind => kind.area))];
    const lists = await Promise.all(areas.map(async area => {
      const { items } = await get(`/v1/groups/${path(area)}?search=${encodeURIComponent(query)}`);
      return items.map(group => line(page, area, group, page.text("group.members", { n: group.members })));
    }));
    const lines = lists.flat();
    replace(found, lines.length ? element("ul", { class: "people" }, lines) : element("p", { class: "muted" }, page.text("nobody")));
  };
  replace(page.root, element("h1", {}, page.text("group.find")), form(page, {
    fields: [{ name: "query", label: page.text("searchName"), type: "search", maxlength: 100, required: true }],
    button: page.text("search"), submit: ({ query }) => query.trim() ? show(query) : null,
  }), found, link(page.text("back"), "/groups"));
}
