// The addresses of plugins' pages, and which page draws one.

/** Where a page stands. */
export function address(page) {
  return `/${page.area}${page.path === "/" ? "" : page.path}`;
}

/** A page draws its own address and what lies below it, but for what another page of the area fits more closely. */
export function closest(pages, path) {
  const parts = path.slice(1).split("/");
  return pages.map(page => ({ page, ...fit(address(page).slice(1).split("/"), parts) }))
    .filter(found => found.length).sort((one, other) => other.length - one.length)[0];
}

// How many parts of an address a page's own has, and what stands for its parameters; nothing where it does not fit.
function fit(pattern, parts) {
  const parameters = {};
  for (const [index, part] of pattern.entries()) {
    const name = part.match(/^\{(\w+)\}$/)?.[1];
    if (name && parts[index]) parameters[name] = decodeURIComponent(parts[index]);
    else if (part !== parts[index]) return {};
  }
  return { length: pattern.length, parameters };
}

// The ways in lead from one step to the next: the parts of the app are not beside them.
const steps = /^\/(start|welcome|sign-in|login|register|verify|setup|code|undo|password\/(forgot|reset))(\/|$)/;

/** Whether a page is a step on the way in. The languages are one when nobody has come from the settings. */
export const isStep = (path, query) => steps.test(path) || path === "/language" && query !== "?back=%2Fsettings";
