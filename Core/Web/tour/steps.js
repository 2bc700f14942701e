// What the first tour shows, one after the other: a place of the shell, and the keys of its words. Pages of plugins that are in the
// navigation say theirs in the manifest (`tour`).
// What the bar of a phone has no room for stands behind its last entry.
const entry = href => () => {
  const links = [...document.querySelectorAll("#navigation a")];
  const named = path => links.find(link => link.getAttribute("href") === path && link.getClientRects().length > 0);
  return named(href) ?? named("/more");
};
const part = id => () => document.getElementById(id);

export const steps = (app, address) => [
  { title: "tour.welcome", words: "tour.welcomeText" },
  { at: entry("/"), title: "today", words: "tour.home" },
  ...app.pages.filter(page => page.navigation && page.tour).map(page => ({ at: entry(address(page)), said: [page.title, page.tour] })),
  { at: entry("/groups"), title: "groups", words: "tour.groups" },
  { at: part("menu"), title: "menu", words: "tour.menu" },
  { at: part("account"), title: "tour.account", words: "tour.accountText" },
  { at: part("foot"), title: "help", words: "tour.help" },
];
