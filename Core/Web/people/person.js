// Another person's page: following, friendship, blocking, reporting.
import { get, post, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { accent } from "/colours.js";
import { facts } from "/account/facts.js";
import { action, link } from "/account/form.js";
import { avatar, counts } from "/account/profile.js";
import { report } from "/groups/report.js";
import { friendship, line, pages, path } from "/people/lines.js";

export async function personPage(page, id) {
  const person = await get(`/v1/people/${path(id)}`);
  const again = async () => { await page.changed(); };
  replace(page.root, element("h1", {}, element("bdi", {}, person.name)), element("section", { class: "card person" }, avatar(person, 96), element("div", {},
    person.username && element("p", { class: "muted" }, element("bdi", { dir: "ltr" }, `@${person.username}`)), person.bio && element("p", { dir: "auto" }, person.bio),
    counts(page, person), person.relation.followsMe && element("p", { class: "muted" }, page.text("followsYou")))),
  facts(page, person),
  (!page.me || page.me.kind === "guest") && element("p", { class: "row" }, link(page.text("follow"), `/sign-in?back=${path(location.pathname)}`)),
  page.me && page.me.kind !== "guest" && page.me.id !== person.id && element("p", { class: "row" }, relations(page, person, again)));
  // Games tell nothing of somebody whom the viewer has blocked.
  if (!person.relation.blocked) await drawParts(page, person.id, person);
}

/** What plugins show of somebody, below what stands on the page already; of others with who they are to the viewer. */
export async function drawParts(page, id, person = null) {
  for (const part of page.parts("/people/{person}", { person: id })) {
    const root = accent(element("section", {}), part.accent);
    page.root.append(root);
    await part.draw({ root, person }).catch(() => root.remove());
  }
}

// Friends may see more than others: the page is drawn anew when somebody becomes one, or is one no more.
function relations(page, person, again) {
  const id = path(person.id);
  const { following, friendship: state, blocked } = person.relation;
  const toggle = (isOn, on, off, address, kind) => action(page, page.text(isOn ? off : on), async () => {
    await (isOn ? remove(address) : put(address));
    await again();
  }, kind);
  return [
    !blocked && toggle(following, "follow", "unfollow", `/v1/me/following/${id}`, following ? "plain" : ""),
    !blocked && friendship(page, person, state, async now => { if ((now === "friends") !== (state === "friends")) await again(); }, true),
    toggle(blocked, "block", "unblock", `/v1/me/blocked/${id}`),
    action(page, page.text("report"), () => report(page, page.text("reportPerson", { name: person.name }), null,
      input => post("/v1/reports", { subjectKind: "user", subject: person.id, ...input }))),
  ];
}

export async function listPage(page, id, kind) {
  const root = element("div", {});
  replace(page.root, element("h1", {}, page.text(kind === "followers" ? "followersTitle" : "followingTitle")), root, link(page.text("back"), `/people/${path(id)}`));
  await pages(page, root, `/v1/people/${path(id)}/${kind}`, account => line(account));
}

export async function blockedPage(page) {
  const root = element("div", {});
  replace(page.root, element("h1", {}, page.text("blockedPeople")), root, link(page.text("back"), "/account"));
  await pages(page, root, "/v1/me/blocked", account => line(account, action(page, page.text("unblock"), async () => {
    await remove(`/v1/me/blocked/${path(account.id)}`);
    await blockedPage(page);
  })));
}
