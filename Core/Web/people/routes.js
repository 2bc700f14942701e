// Which module draws which page of people.
const pages = [
  [/^\/people$/, "search", "searchPage"], [/^\/people\/([^/]+)$/, "person", "personPage"],
  [/^\/people\/([^/]+)\/(followers|following)$/, "person", "listPage"], [/^\/friends$/, "friends", "friendsPage"],
  [/^\/friends\/code$/, "friends", "codePage"], [/^\/invite$/, "invite", "invitePage"], [/^\/account\/blocked$/, "person", "blockedPage"],
  [/^\/invitation$/, "invitation", "invitationPage"],
];
// Anybody may look at a person and at what a link is for; everything else is for those who are signed in.
const open = new Set(["personPage", "invitationPage"]);

// The function that draws a path; null when it is no page of people.
export function peoplePage(path) {
  for (const [pattern, module, name] of pages) {
    const found = path.match(pattern);
    if (found) return page => draw(page, path, module, name, found.slice(1).map(decodeURIComponent));
  }
  return null;
}

async function draw(page, path, module, name, parts) {
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn && !open.has(name)) return page.go(`/sign-in?back=${encodeURIComponent(path)}`);
  return (await import(`/people/${module}.js`))[name](page, ...parts);
}
