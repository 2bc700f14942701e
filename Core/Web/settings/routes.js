// Which module draws which page of the start and of the settings.
const pages = {
  "/start": ["start", "startPage"], "/language": ["language", "languagePage"], "/welcome": ["start", "welcomePage"],
  "/settings": ["settings", "settingsPage"], "/settings/requests": ["requests", "requestsPage"],
};

/** The function that draws a path; null when it is no page of these. All but the requests are for everybody. */
export function settingsPage(path) {
  const found = pages[path];
  return found ? page => draw(page, path, ...found) : null;
}

async function draw(page, path, module, name) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn && name === "requestsPage") return page.replaceBy(`/sign-in?back=${encodeURIComponent(path)}`);
  return (await import(`/settings/${module}.js`))[name](page);
}
