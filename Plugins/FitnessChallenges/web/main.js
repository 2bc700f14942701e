// Which page of challenges an address below the area leads to. Each is fetched when it is opened.
const pages = [[/^activities$/, "activities"], [/^activities\/(?<part>record|enter|import|devices)$/, "activity-parts"], [/^activities\/of\/(?<activity>[^/]+)$/, "activity"],
  [/^accounts\/(?<kind>[^/]+)$/, "accounts"], [/^create\/[^/]+$/, "create"], [/^record$/, "record"], [/^join\/(?<code>[^/]+)$/, "code"],
  [/^challenges\/(?<challenge>[^/]+)\/athletes$/, "athletes"], [/^challenges\/(?<challenge>[^/]+)\/athletes\/(?<account>[^/]+)$/, "athlete"], [/^challenges\/(?<challenge>[^/]+)$/, "challenge"]];

export default async function page(app) {
  for (const [form, name] of pages) {
    const found = app.path.match(form);
    if (!found) continue;
    const parameters = Object.fromEntries(Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]));
    return (await import(`./${name}.js`)).default({ ...app, parameters });
  }
  return (await import("./start.js")).default(app);
}
