// What posts and comments have in common on a page.
import { get } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { twice } from "/groups/in-place.js";
import { words } from "/groups/message.js";
import { reportIn } from "/groups/report.js";

// Who wrote it and when, and what has become of it.
export function head(page, { author, at, editedAt, hiddenAt }) {
  const time = format(page.language, { dateStyle: "medium", timeStyle: "short" });
  return [
    author && avatar(author, 36), author && element("a", { href: `/people/${encodeURIComponent(author.id)}` }, element("bdi", {}, author.name)),
    element("time", { datetime: at, class: "muted" }, time.format(new Date(at))),
    editedAt && element("span", { class: "muted", title: time.format(new Date(editedAt)) }, page.text("feed.edited")),
    hiddenAt && element("strong", { class: "badge" }, page.text("feed.hidden")),
  ];
}

// Editing, and deleting, which is asked for twice.
export function ownButtons(page, own) {
  const edit = own.mayEdit && element("button", { type: "button", class: "plain small", onclick: own.edit }, page.text("feed.edit"));
  return [edit, twice(page, page.text("feed.delete"), own.sure, own.delete)];
}

// Reporting what another has written; `reported` notes that it was. The last report that was needed hides it, which is told live.
export function reportButton(page, feed, { kind, thing, words }, reported) {
  return action(page, page.text("report"), async () => {
    if (await reportIn(page, feed.area, { kind, thing, ...feed.about }, page.text(`feed.report.${kind}`), words)) reported();
  }, "plain small");
}

// Whether the reader may report a post or a comment.
export function mayReport(page, { author, hiddenAt, isFlaggedByMe }) {
  return page.me.kind !== "guest" && author && author.id !== page.me.id && !hiddenAt && !isFlaggedByMe;
}

// What stood there before each edit, for those who moderate.
export function earlier(page, path, place) {
  const time = format(page.language, { dateStyle: "medium", timeStyle: "short" });
  return action(page, page.text("feed.earlier"), async () => {
    const { items } = await get(`${path}?limit=100`);
    replace(place, element("ol", { class: "versions" }, items.map(item => element("li", {},
      element("time", { datetime: item.at, class: "muted" }, time.format(new Date(item.at))), element("p", { class: "words", dir: "auto" }, words(item.text))))));
  }, "plain small");
}
