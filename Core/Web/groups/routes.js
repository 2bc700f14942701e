// Which module draws which page of groups.
const pages = [
  [/^\/join\/([^/]+)$/, "join", "joinPage"],
  [/^\/groups$/, "list", "myGroupsPage"], [/^\/groups\/find$/, "list", "findPage"], [/^\/groups\/new$/, "found", "foundPage"],
  [/^\/groups\/([^/]+)\/([^/]+)$/, "group", "groupPage"], [/^\/groups\/([^/]+)\/([^/]+)\/edit$/, "found", "editPage"],
  [/^\/groups\/([^/]+)\/([^/]+)\/people$/, "manage", "managePage"],
  [/^\/groups\/([^/]+)\/([^/]+)\/contacts$/, "contacts", "contactsPage"],
  [/^\/groups\/([^/]+)\/([^/]+)\/chat$/, "chat", "chatPage"],
  [/^\/groups\/([^/]+)\/([^/]+)\/reports$/, "reports", "reportsPage"], [/^\/reports\/([^/]+)\/([^/]+)$/, "own-report", "ownReportPage"],
];
// Whoever is not signed in may look for groups and at those that are public.
const open = new Set(["findPage", "groupPage", "joinPage"]);

// The function that draws a path; null when it is no page of groups.
export function groupsPage(path) {
  for (const [pattern, module, name] of pages) {
    const found = path.match(pattern);
    if (found) return page => draw(page, path, module, name, found.slice(1).map(decodeURIComponent));
  }
  return null;
}

async function draw(page, path, module, name, parts) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn && !open.has(name)) return page.go(`/sign-in?back=${encodeURIComponent(path)}`);
  return (await import(`/groups/${module}.js`))[name](page, ...parts);
}
