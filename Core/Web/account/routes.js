// Which module draws which page of accounts. Those for people who are signed in are fetched when they are needed.
import { forgotPage, keepBack, loginPage, registerPage, resetPage, setUpPage, undoPage, verifyPage } from "/account-pages.js";
import { returnPage } from "/account/providers.js";
import { codeLinkPage, signInPage } from "/sign-in.js";

const entrance = {
  "/sign-in": signInPage, "/login": loginPage, "/register": registerPage, "/verify": verifyPage, "/setup": setUpPage,
  "/password/forgot": forgotPage, "/password/reset": resetPage, "/undo": undoPage, "/code": codeLinkPage,
};

const inside = [
  [/^\/account$/, "profile", "overviewPage"], [/^\/account\/profile$/, "profile", "profilePage"],
  [/^\/account\/visibility$/, "profile", "visibilityPage"], [/^\/account\/body$/, "body", "bodyPage"],
  [/^\/account\/sessions$/, "security", "sessionsPage"], [/^\/account\/security$/, "security", "securityPage"],
  [/^\/account\/data$/, "data", "dataPage"], [/^\/account\/sharing$/, "sharing", "sharingPage"],
];

// The function that draws a path; null when it is no page of accounts.
export function accountPage(path) {
  if (["/sign-in", "/login", "/register"].includes(path)) keepBack();
  if (entrance[path]) return entrance[path];
  if (/^\/sign-in\/[a-z0-9-]+$/.test(path)) return returnPage;
  for (const [pattern, module, name] of inside) {
    const found = path.match(pattern);
    if (found) return page => draw(page, path, module, name, found.slice(1).map(decodeURIComponent));
  }
  return null;
}

async function draw(page, path, module, name, parts) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn) return page.go(`/sign-in?back=${encodeURIComponent(path)}`);
  return (await import(`/account/${module}.js`))[name](page, ...parts);
}
