// Which module draws which page of notifications.
const pages = {
  "/inbox": ["inbox", "inboxPage"], "/inbox/settings": ["settings", "settingsPage"], "/inbox/open": ["open", "openPage"],
  "/inbox/reminders": ["reminders", "remindersPage"],
};

// The function that draws a path; null when it is no page of notifications. Who is not signed in comes back after that.
export function inboxPage(path) {
  const found = pages[path];
  return found ? page => draw(page, path, ...found) : null;
}

async function draw(page, path, module, name) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn) return page.replaceBy(`/sign-in?back=${encodeURIComponent(path + location.search)}`);
  return (await import(`/inbox/${module}.js`))[name](page);
}
