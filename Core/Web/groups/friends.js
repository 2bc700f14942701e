// My friends who are not in a group yet, to be invited with one press.
import { get, put } from "/api.js";
import { element } from "/dom.js";
import { action } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { listPart } from "/groups/in-place.js";

export function friendsPart(page, root, again) {
  const load = async () => {
    const [friends, members, invited] = await Promise.all([
      get("/v1/me/friends?state=friends&limit=100"), get(`${root}/members?limit=100`), get(`${root}/invitations?limit=100`),
    ]);
    const there = new Set([...members.items, ...invited.items].map(({ person }) => person.id));
    return friends.items.map(({ account }) => account).filter(({ id }) => !there.has(id));
  };
  const line = friend => {
    const invite = action(page, page.text("group.invite"), async () => {
      await put(`${root}/invitations/${encodeURIComponent(friend.id)}`);
      await again();
      page.announce(page.text("group.friendInvited", { name: friend.name }));
    }, "");
    invite.setAttribute("aria-label", `${page.text("group.invite")}: ${friend.name}`);
    return element("li", { class: "card person" }, avatar(friend), element("bdi", {}, friend.name), element("span", { class: "row end" }, invite));
  };
  return listPart(page.text("group.inviteFriends"), load, ({ id }) => id, line);
}
