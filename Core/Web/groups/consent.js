// Joining groups whose people are told how to reach the members: who joins reads it and agrees first.
import { post, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { action } from "/account/form.js";

// Sends what joins or asks. Where the group reaches its members, it is sent once more when the reader has agreed; null when not.
export async function joining(page, path, body = {}) {
  try {
    return await post(path, body);
  } catch (problem) {
    if (problem.code !== "group-consent-needed") throw problem;
    return ask(page, () => post(path, { ...body, sharesContact: true }));
  }
}

// Asks in a dialog; what `send` answers, or null when it was closed.
function ask(page, send) {
  return new Promise(done => {
    let found = null;
    const dialog = element("dialog", { "aria-label": page.text("group.consentTitle"), onclose: () => {
      dialog.remove();
      done(found);
    } });
    const agree = action(page, page.text("group.agreeAndJoin"), async () => {
      found = await send();
      dialog.close();
    }, "");
    replace(dialog, element("h2", {}, page.text("group.consentTitle")), element("p", {}, page.text("group.consentIntro")),
      element("p", { class: "row" }, agree, action(page, page.text("cancel"), () => dialog.close())));
    document.body.append(dialog);
    dialog.showModal();
    agree.focus();
  });
}

// For members: whether they are reached, to be changed at any time. Nothing where nobody is told how.
export function consentChoice(page, root, me, draw) {
  if (!me.since || me.sharesContact === undefined || me.sharesContact === null) return null;
  const change = async () => {
    await (me.sharesContact ? remove : put)(`${root}/consent`);
    page.announce(page.text(me.sharesContact ? "group.notReachedNow" : "group.reachedNow"));
    await draw();
  };
  return action(page, page.text(me.sharesContact ? "group.disagree" : "group.agree"), change);
}
