// What an invitation link leads to: who invites, and joining – after signing in, if need be.
import { get, put } from "/api.js";
import { element, replace } from "/dom.js";
import { action, link, sentence } from "/account/form.js";
import { avatar } from "/account/profile.js";
import { forgetPurpose, keepPurpose } from "/purpose.js";

export async function invitationPage(page) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const address = `/v1/invitations/${encodeURIComponent(token)}`;
  let invitation;
  try {
    invitation = await get(address);
  } catch (problem) {
    return replace(page.root, element("h1", {}, page.text("invitation")), element("p", { class: "error", role: "alert" }, sentence(page, problem)), link(page.text("home"), "/"));
  }
  const isIn = page.me && page.me.kind !== "guest";
  if (!isIn) sessionStorage.setItem("invitation", token);
  if (isIn) forgetPurpose();
  else keepPurpose(`/invitation?token=${encodeURIComponent(token)}`);
  const back = encodeURIComponent(`/invitation?token=${token}`);
  const join = action(page, page.text("join"), async () => {
    await put(`${address}/acceptance`);
    sessionStorage.removeItem("invitation");
    page.announce(page.text("joined"));
    await page.go(invitation.kind === "friend" ? "/friends" : "/");
  }, "");
  replace(page.root, element("h1", {}, page.text("invitation")), element("section", { class: "card person" }, avatar(invitation.inviter, 72),
    element("p", {}, page.text("invitedBy", { name: invitation.inviter.name }))),
  element("p", { class: "row" }, isIn ? join : link(page.text("signInToJoin"), `/sign-in?back=${back}`)));
}
