// My friends: who asks me, who is one, whom I have asked, finding others, and the code that I show to people beside me.
import { post } from "/api.js";
import { element, replace } from "/dom.js";
import { format } from "/formats.js";
import { action, link, sentence } from "/account/form.js";
import { friendship, line, pages } from "/people/lines.js";
import { shareButtons } from "/people/sharing.js";
import { searchPart } from "/people/search.js";

// Each list with its title, and what stands there when nobody is in it.
const lists = [["received", "friendsAsking", "friendsNoneAsking"], ["friends", "friendsMine", "friendsNone"], ["requested", "friendsAsked", "friendsNoneAsked"]];

export async function friendsPage(page) {
  const parts = lists.map(([state, title, none]) => ({ state, title: page.text(title), none: page.text(none), root: element("div", {}) }));
  const fill = ({ state, none, root }) => pages(page, root, `/v1/me/friends?state=${state}`,
    ({ account }) => line(account, friendship(page, account, state, changed(state))), none);
  // Whose state has changed stays where the finger is until the page is opened again; the list that they are in now has them at once.
  const changed = before => async now => {
    const part = parts.find(({ state }) => state === now);
    if (part && now !== before) await fill(part);
  };
  replace(page.root, element("h1", {}, page.text("friends")),
    element("p", { class: "row" }, link(page.text("myCode"), "/friends/code"), link(page.text("invite"), "/invite")),
    parts.map(({ root, title }) => element("section", {}, element("h2", {}, title), root)),
    element("section", {}, element("h2", {}, page.text("findFriends")), searchPart(page, changed("none"))), link(page.text("back"), "/account"));
  await Promise.all(parts.map(fill));
}

const minute = 60 * 1000;

// The code is made anew before it ends, as long as it is looked at.
export function codePage(page) {
  const place = element("div", {});
  let timer;
  let isLeft = false;
  const draw = async () => {
    clearTimeout(timer);
    const { link: address, picture, expiresAt } = await post("/v1/me/friend-code");
    if (isLeft) return;
    const until = format(page.language, { timeStyle: "short" }).format(new Date(expiresAt));
    const picked = picture && element("img", { class: "qr", src: picture, alt: page.text("myCodeAlt"), width: 240, height: 240 });
    replace(place, picked, element("p", { class: "muted" }, page.text("myCodeUntil", { time: until })),
      shareButtons(page, link => page.text("friendMessage", { name: page.me.name, link }), address));
    const left = Date.parse(expiresAt) - Date.parse(page.instant());
    timer = setTimeout(() => renew(), Math.max(minute, left - 10 * minute));
  };
  const renew = () => draw().catch(problem => replace(place, element("p", { class: "error", role: "alert" }, sentence(page, problem)),
    action(page, page.text("newCode"), draw, "")));
  replace(page.root, element("h1", {}, page.text("myCode")), element("section", { class: "card" },
    element("p", {}, page.text("myCodeIntro")), place), link(page.text("back"), "/friends"));
  renew();
  return () => {
    isLeft = true;
    clearTimeout(timer);
  };
}
