// Friends in the lobby: inviting those I have, and asking others to be mine.
import { playerName } from "./shared.js";

// The friends who can be invited, in a dialog.
export function inviteFriends(app, path, latest) {
  const place = app.element("div", {});
  const list = app.element("ul", { class: "people" });
  const dialog = app.element("fh-dialog", { heading: app.text("inviteFriends"), leave: app.text("done") }, list,
    app.element("p", { class: "actions" }, app.element("button", { value: "done" }, app.text("done"))));
  const invite = async (friend, button) => {
    button.disabled = true;
    try {
      await app.post(`${path}/invitations`, { account: friend.id });
      button.textContent = app.text("invited.short");
      app.announce(app.text("invitedNow", { name: friend.name }));
    } catch (problem) {
      button.disabled = false;
      app.announce(app.said(problem));
    }
  };
  const line = friend => {
    const isIn = latest().players.some(player => player.account === friend.id);
    const button = app.element("button", { type: "button", class: "plain", disabled: isIn, onclick: () => invite(friend, button) },
      app.text(isIn ? "isHere" : latest().invited.includes(friend.id) ? "inviteAgain" : "invite"));
    return app.element("li", { class: "person" }, app.element("bdi", {}, friend.name), app.element("span", { class: "end" }, button));
  };
  const open = async () => {
    try {
      const { items } = await app.get("/v1/me/friends?state=friends&limit=100");
      app.replace(list, items.length ? items.map(({ account }) => line(account)) : app.element("li", { class: "muted" }, app.text("noFriends")));
      await customElements.whenDefined("fh-dialog");
      await dialog.ask();
    } catch (problem) {
      app.announce(app.said(problem));
    }
  };
  app.replace(place, app.element("button", { type: "button", class: "plain", onclick: open }, app.text("sendInvite")), dialog);
  return place;
}

// Asking another player to be friends; nothing where there is a friendship, or a request, already.
export function askFriend(app, player) {
  const place = app.element("span", {});
  const address = `/v1/me/friends/${encodeURIComponent(player.account)}`;
  const show = relation => {
    const name = playerName(app, player);
    const ask = async () => {
      try {
        await app.put(address);
        await look();
      } catch (problem) {
        app.announce(app.said(problem));
      }
    };
    const key = { none: "askFriend", received: "acceptFriend" }[relation];
    app.replace(place, key && app.element("button", { type: "button", class: "plain", onclick: ask, "aria-label": `${app.text(key)}: ${name}` }, app.text(key)),
      { requested: app.element("span", { class: "muted" }, app.text("friendRequested")), friends: app.element("span", { class: "muted" }, app.text("friendIs")) }[relation]);
  };
  const look = async () => show((await app.get(`/v1/people/${encodeURIComponent(player.account)}`)).relation?.friendship);
  look().catch(() => null);
  return place;
}
