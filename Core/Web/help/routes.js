// Which module draws which page of help. Everybody may read them and write to the operators.
/** @type {[RegExp, string, string][]} */
const pages = [
  [/^\/help$/, "pages", "listPage"], [/^\/help\/contact$/, "contact", "contactPage"],
  [/^\/help\/pages\/([^/]+)$/, "pages", "textPage"], [/^\/help\/pages\/([^/]+)\/versions\/(\d+)$/, "pages", "versionPage"],
];

// The function that draws a path; null when it is no page of help.
export function helpPage(path) {
  for (const [pattern, module, name] of pages) {
    const found = path.match(pattern);
    if (found) return async page => (await import(`/help/${module}.js`))[name](page, ...found.slice(1).map(decodeURIComponent));
  }
  return null;
}
