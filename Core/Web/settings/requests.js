// Who asks to join the groups that somebody looks after.
import { get } from "/api.js";
import { element, replace } from "/dom.js";
import { link } from "/account/form.js";
import { inTurn } from "/groups/in-place.js";
import { requestsPart } from "/groups/manage.js";

const root = (area, id) => `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`;

/** The requests of each group that this person may admit people to, one group below the other. */
export async function requestsPage(page) {
  const { items } = await get("/v1/me/groups?limit=100");
  const seen = await Promise.all(items.map(async ({ area, group }) => ({ path: root(area, group.id), group: await get(root(area, group.id)) })));
  const mine = seen.filter(({ group }) => group.me.actions.includes("admit"));
  const none = element("fh-empty", { icon: "people", heading: page.text("requests.none"), detail: page.text("requests.noneHint") });
  const parts = mine.map(({ path, group }) => requestsPart(page, path, group.name, () => again()));
  const again = inTurn(async () => {
    await Promise.all(parts.map(({ draw }) => draw()));
    none.hidden = parts.some(({ node }) => node.querySelector("li"));
  });
  replace(page.root, element("h1", {}, page.text("requests")), parts.map(({ node }) => node), none, link(page.text("back"), "/settings"));
  await again();
}
