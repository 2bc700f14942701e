// What a link or a code leads to: the group's name, and joining – after signing in or up, if need be.
import { get } from "/api.js";
import { element, replace } from "/dom.js";
import { action, link, sentence } from "/account/form.js";
import { forgetPurpose, keepPurpose, takePurpose, wantPurpose } from "/purpose.js";
import { joining } from "/groups/consent.js";
import { address, crest } from "/groups/list.js";

export async function joinPage(page, token) {
  const here = `/join/${encodeURIComponent(token)}`;
  let offer;
  try {
    offer = await get(`/v1/group-links/${encodeURIComponent(token)}`);
  } catch (problem) {
    forgetPurpose();
    return replace(page.root, element("h1", {}, page.text("group.joinTitle")),
      element("p", { class: "error", role: "alert" }, sentence(page, problem)), link(page.text("groups"), "/groups"));
  }
  const isIn = page.me && page.me.kind !== "guest";
  const isWanted = isIn && takePurpose(here);
  if (!isIn) keepPurpose(here);
  if (offer.group?.me?.since) return page.go(address(offer.area, offer.group.id));
  const join = async () => {
    const group = await joining(page, `/v1/group-${offer.way}s/${encodeURIComponent(offer.area)}/${encodeURIComponent(token)}`);
    if (!group) return;
    page.announce(page.text("joined"));
    await page.go(address(offer.area, group.id));
  };
  const signIn = link(page.text("signInToJoin"), `/sign-in?back=${encodeURIComponent(here)}`);
  signIn.addEventListener("click", () => wantPurpose(here));
  replace(page.root, element("h1", {}, page.text("group.joinTitle")), card(page, offer),
    element("p", { class: "row" }, isIn ? action(page, page.text("join"), join, "") : signIn));
  // Who has signed in or up in order to join has said so already.
  if (isWanted) join().catch(problem => page.announce(sentence(page, problem)));
}

// Of a private group there is no more than its name.
function card(page, { name, group }) {
  const more = group && page.text("group.members", { n: group.members });
  return element("section", { class: "card person" }, crest(group ?? { name }, "large"), element("div", {},
    element("p", { class: "about", dir: "auto" }, name), more && element("p", { class: "muted" }, more),
    group?.about && element("p", { class: "about", dir: "auto" }, group.about)));
}
