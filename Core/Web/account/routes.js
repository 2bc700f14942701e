// Which module draws which page of accounts. They are fetched when they are needed.

const byMail = Object.entries({
  "/login": "loginPage", "/register": "registerPage", "/verify": "verifyPage", "/setup": "setUpPage",
  "/password/forgot": "forgotPage", "/password/reset": "resetPage", "/undo": "undoPage",
}).map(([path, name]) => [path, ["/account-pages.js", name]]);
const entrance = Object.fromEntries([...byMail, ["/sign-in", ["/sign-in.js", "signInPage"]], ["/code", ["/sign-in.js", "codeLinkPage"]]]);

const inside = [
  [/^\/account$/, "profile", "overviewPage"], [/^\/account\/profile$/, "profile", "profilePage"],
  [/^\/account\/visibility$/, "profile", "visibilityPage"], [/^\/account\/body$/, "body", "bodyPage"],
  [/^\/account\/sessions$/, "security", "sessionsPage"], [/^\/account\/security$/, "security", "securityPage"],
  [/^\/account\/data$/, "data", "dataPage"], [/^\/account\/sharing$/, "sharing", "sharingPage"],
];

// The function that draws a path; null when it is no page of accounts.
export function accountPage(path) {
  if (entrance[path]) return page => enter(page, path);
  if (/^\/sign-in\/[a-z0-9-]+$/.test(path)) return async page => (await import("/account/providers.js")).returnPage(page);
  for (const [pattern, module, name] of inside) {
    const found = path.match(pattern);
    if (found) return page => draw(page, path, module, name, found.slice(1).map(decodeURIComponent));
  }
  return null;
}

async function enter(page, path) {
  const [module, name] = entrance[path];
  if (["/sign-in", "/login", "/register"].includes(path)) (await import("/account-pages.js")).keepBack();
  return (await import(module))[name](page);
}

async function draw(page, path, module, name, parts) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn) return page.go(`/sign-in?back=${encodeURIComponent(path)}`);
  return (await import(`/account/${module}.js`))[name](page, ...parts);
}
