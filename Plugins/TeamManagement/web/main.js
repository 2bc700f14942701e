// Which module draws which page. One page of the manifest stands for all of them: so the app's first page weighs less.
const pages = [
  ["", "start"], ["new", "new"], ["join", "join"], ["calendar", "calendar"], ["teams/{team}", "team"], ["teams/{team}/calendar", "calendar"],
  ["teams/{team}/new-event", "event-form"], ["teams/{team}/events/{event}", "event"], ["teams/{team}/events/{event}/edit", "event-form"],
  ["teams/{team}/events/{event}/here/{code}", "here"], ["teams/{team}/events/{event}/code", "code"], ["teams/{team}/import", "import"], ["answer/{secret}", "answer"],
  ["teams/{team}/roster", "roster"], ["teams/{team}/members/{account}", "member"], ["teams/{team}/attendance", "attendance"],
  ["teams/{team}/statistics", "statistics"], ["teams/{team}/settings", "settings"], ["teams/{team}/log", "log"], ["teams/{team}/leagues", "leagues"],
];

export default async function page(app) {
  const parts = app.path.split("/");
  for (const [pattern, module] of pages) {
    const parameters = match(pattern.split("/"), parts);
    if (parameters) return (await import(`./${module}.js`)).default({ ...app, parameters });
  }
  app.replace(app.root, app.element("h1", {}, app.text("notFound")));
}

// What stands for the names of a pattern; null for another path.
function match(names, parts) {
  if (names.length !== parts.length) return null;
  const parameters = {};
  for (const [index, name] of names.entries()) {
    if (name.startsWith("{")) parameters[name.slice(1, -1)] = decodeURIComponent(parts[index]);
    else if (name !== parts[index]) return null;
  }
  return parameters;
}
