// Which module draws which page. One page of the manifest stands for all of them: so the app's first page weighs less.
const pages = [
  ["", "start"], ["join", "join"], ["join/{club}", "join"], ["body", "body"], ["boards/{kind}/{scope}", "boards"], ["clubs/{club}", "club"],
  ["days", "days"], ["days/{day}", "day"], ["shared/{share}", "shared"], ["badges", "badges"], ["league", "league"],
  ["walks", "walks"], ["settings", "settings"], ["run", "run"], ["seasons", "seasons"],
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
