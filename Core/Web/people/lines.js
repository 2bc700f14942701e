// People in lists, with what somebody can do about a friendship beside them.
import { get, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { action } from "/account/form.js";
import { avatar } from "/account/profile.js";

export const path = id => encodeURIComponent(id);

export function line(account, ...more) {
  return element("li", { class: "card person" }, avatar(account), element("a", { href: `/people/${path(account.id)}` }, element("bdi", {}, account.name)),
    account.username && element("bdi", { class: "muted", dir: "ltr" }, `@${account.username}`), element("span", { class: "row end" }, more));
}

// A list that grows page by page.
export async function pages(page, root, address, draw, none = page.text("nobody")) {
  const list = element("ul", { class: "people" });
  const more = action(page, page.text("more"), () => load());
  let next = null;
  async function load() {
    const mark = address.includes("?") ? "&" : "?";
    const found = await get(next ? `${address}${mark}after=${encodeURIComponent(next)}` : address);
    list.append(...found.items.map(draw));
    next = found.next;
    more.hidden = !next;
    if (!list.children.length) replace(root, none && element("p", { class: "muted" }, none));
  }
  replace(root, list, more);
  await load();
}

// What one can do about a friendship, by how far it has come. The buttons change in place; `changed` is told when they have. It is ended
// on the person's own page, where nothing else is pressed by mistake.
export function friendship(page, account, state, changed = /** @type {(state: string) => any} */ (() => null), mayEnd = false) {
  const place = element("span", { class: "row" });
  const address = `/v1/me/friends/${path(account.id)}`;
  const name = { name: account.name };
  const button = (key, run, said, kind) => {
    const press = action(page, page.text(key), async () => {
      await run(address);
      const { relation } = await get(`/v1/people/${path(account.id)}`);
      draw(relation.friendship);
      place.querySelector("button")?.focus();
      page.announce(page.text(said, name));
      await changed(relation.friendship);
    }, kind);
    press.setAttribute("aria-label", `${page.text(key)}: ${account.name}`);
    return press;
  };
  const buttons = {
    none: () => [button("askFriend", put, "friendAsked", "")],
    requested: () => [element("span", { class: "badge" }, page.text("friendRequested")), button("withdrawFriend", remove, "friendWithdrawn", "plain")],
    received: () => [button("acceptFriend", put, "friendAccepted", ""), button("refuseFriend", remove, "friendRefused", "plain")],
    friends: () => [element("span", { class: "badge" }, page.text("friendIs")), mayEnd && button("endFriend", remove, "friendEnded", "plain")],
  };
  const draw = now => replace(place, buttons[now]());
  draw(state);
  return place;
}
