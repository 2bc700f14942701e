// Opens what a notification is about, and marks it read.
import { get, isUnreachable, post } from "/api.js";
import { element, replace } from "/dom.js";
import { link } from "/account/form.js";
import { find } from "/kept.js";
import { path } from "/inbox/due.js";

export async function openPage(page) {
  const id = new URLSearchParams(location.search).get("id") ?? "";
  let found;
  try {
    found = await get(`/v1/me/notification?id=${encodeURIComponent(id)}`);
  } catch (problem) {
    const kept = isUnreachable(problem) && (await find(page.me.id, path))?.answer.items.find(item => item.id === id);
    if (kept?.link) return page.replaceBy(kept.link);
    if (![404, 422].includes(problem.status)) throw problem;
    return replace(page.root, element("h1", {}, page.text("inbox")), element("p", {}, page.text("inbox.gone")), link(page.text("inbox.all"), "/inbox"));
  }
  if (!found.isRead) await post("/v1/me/notifications/read", { ids: [id] });
  const isOurs = found.link && new URL(found.link, location.origin).origin === location.origin;
  return page.replaceBy(isOurs ? found.link : "/inbox");
}
