// Inviting people: what it is for, a message with a link to share, contacts who are here already, my links, and who came.
import { get, post, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action, form, link } from "/account/form.js";
import { contactsPart } from "/people/contacts.js";
import { line, pages } from "/people/lines.js";
import { shareButtons, sharedAddress } from "/people/sharing.js";

export async function invitePage(page) {
  const links = element("div", {});
  const came = element("div", {});
  const drawLinks = () => linkList(page, links);
  replace(page.root, element("h1", {}, page.text("invite")), element("section", { class: "card" },
    element("p", {}, page.text("inviteIntro")), element("p", {}, page.text("inviteReward")), linkPart(page, drawLinks)),
  element("h2", {}, page.text("inviteByMail")), mailForm(page, drawLinks),
  element("h2", {}, page.text("contacts")), contactsPart(page, drawLinks),
  element("h2", {}, page.text("inviteLinks")), links, element("h2", {}, page.text("newcomers")), came, link(page.text("back"), "/friends"));
  await drawLinks();
  await pages(page, came, "/v1/me/newcomers", newcomer => line(newcomer.account, element("span", { class: newcomer.countedAt ? "badge" : "muted" },
    page.text(newcomer.countedAt ? "newcomerCounts" : "newcomerWaits"))), page.text("newcomersNone"));
}

// The link is shown when it is made, and this once: the host does not know it any more. What is said along with it can be changed.
function linkPart(page, made) {
  const place = element("div", {});
  const make = async () => {
    const { link: address } = await post("/v1/me/invitations", {});
    const words = element("textarea", { id: "field-message", rows: 4, dir: "auto" }, page.text("inviteMessage", { link: sharedAddress(page, address) }));
    const message = link => words.value.includes(link) ? words.value : `${words.value}\n${link}`;
    replace(place, element("label", { for: "field-message" }, page.text("inviteWords")), words, shareButtons(page, message, address));
    place.querySelector("button").focus();
    await made();
  };
  replace(place, element("p", { class: "row" }, action(page, page.text("makeLink"), make, "")));
  return place;
}

function mailForm(page, made) {
  return form(page, {
    fields: [{ name: "email", label: page.text("email"), type: "email", autocomplete: "off", dir: "ltr" }], button: page.text("inviteSend"),
    submit: async ({ email }) => {
      await post("/v1/me/invitations", { email, places: 1 });
      page.announce(page.text("inviteSent", { email }));
      await made();
    },
  });
}

async function linkList(page, root) {
  const { items } = await get("/v1/me/invitations");
  const day = format(page.language, { dateStyle: "medium" });
  if (!items.length) return replace(root, element("p", { class: "muted" }, page.text("inviteLinksNone")));
  replace(root, element("ul", { class: "people" }, items.map(item => element("li", { class: "card person" },
    element("div", {}, element("p", {}, page.text("group.linkUntil", { time: day.format(new Date(item.expiresAt)) })),
      element("p", { class: "muted" }, page.text("group.linkJoined", { n: item.joined }))),
    element("span", { class: "row end" }, action(page, page.text("group.revokeLink"), async () => {
      await remove(`/v1/me/invitations/${encodeURIComponent(item.id)}`);
      await linkList(page, root);
      page.announce(page.text("inviteEnded"));
    }))))));
}
