// Which module draws which page of the shell but the first: fetched with the first of them that somebody opens.
import { accountPage } from "/account/routes.js";
import { groupsPage } from "/groups/routes.js";
import { helpPage } from "/help/routes.js";
import { inboxPage } from "/inbox/routes.js";
import { morePage } from "/parts.js";
import { peoplePage } from "/people/routes.js";
import { settingsPage } from "/settings/routes.js";

const queuePage = path => path === "/queue" ? async page => (await import("/queue/page.js")).queuePage(page) : null;

/** The function that draws a path, and whether it shows without a connection what it showed last; null when it is no page of the shell. */
export function shellPage(path) {
  const kept = inboxPage(path) ?? groupsPage(path) ?? helpPage(path) ?? settingsPage(path);
  const draw = kept ?? accountPage(path) ?? peoplePage(path) ?? queuePage(path) ?? (path === "/more" ? morePage : null);
  return draw && { draw, isKept: Boolean(kept) };
}
