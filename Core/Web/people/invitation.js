// What an invitation link leads to: who invites, and joining – after signing in, if need be.
import { get, put } from "/api.js";
import { element, replace } from "/dom.js";
import { action, link, sentence } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { keepPurpose, takePurpose, wantPurpose } from "/purpose.js";

export async function invitationPage(page) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const here = `/invitation?token=${encodeURIComponent(token)}`;
  const address = `/v1/invitations/${encodeURIComponent(token)}`;
  let invitation;
  try {
    invitation = await get(address);
  } catch (problem) {
    return replace(page.root, element("h1", {}, page.text("invitation")), element("p", { class: "error", role: "alert" }, sentence(page, problem)), link(page.text("home"), "/"));
  }
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn) sessionStorage.setItem("invitation", token);
  const isWanted = isIn && takePurpose(here);
  if (!isIn) keepPurpose(here);
  // Who has signed up on the way has joined already.
  if (invitation.isJoined) {
    sessionStorage.removeItem("invitation");
    return page.go(invitation.kind === "friend" ? `/people/${encodeURIComponent(invitation.inviter.id)}` : "/");
  }
  const isFriend = invitation.kind === "friend";
  const name = { name: invitation.inviter.name };
  const join = async () => {
    await put(`${address}/acceptance`);
    sessionStorage.removeItem("invitation");
    page.announce(isFriend ? page.text("friendAccepted", name) : page.text("joined"));
    await page.go(isFriend ? `/people/${encodeURIComponent(invitation.inviter.id)}` : "/");
  };
  const signIn = link(page.text(isFriend ? "signInToAdd" : "signInToJoin"), `/sign-in?back=${encodeURIComponent(here)}`);
  signIn.addEventListener("click", () => wantPurpose(here));
  replace(page.root, element("h1", {}, page.text("invitation")), element("section", { class: "card person" }, avatar(invitation.inviter, 72),
    element("p", {}, page.text(isFriend ? "friendQuestion" : "invitedBy", name))),
  element("p", { class: "row" }, isIn ? action(page, page.text(isFriend ? "addFriend" : "join"), join, "") : signIn), matchMedia("(display-mode: standalone)").matches ? null : install(page));
  // Who has signed in in order to join has said so already.
  if (isWanted) join().catch(problem => page.announce(sentence(page, problem)));
}

// How whoever has not got the app comes by it: by the browser's own question, where it has one, or by its menu.
function install(page) {
  const button = element("button", { type: "button", hidden: true }, page.text("install"));
  const offer = event => {
    event.preventDefault();
    button.hidden = false;
    button.onclick = () => event.prompt();
  };
  addEventListener("beforeinstallprompt", offer, { once: true });
  return element("fh-card", { icon: "plus", heading: page.text("installTitle") }, element("p", {}, page.text("installDetail")), element("div", { class: "actions" }, button));
}
