// What a coach does with a challenge of theirs: inviting by a code, the picture above it, keeping it as a template, and making another like it.
import { ask, base, field, path, tell, today } from "./shared.js";
import { send, small } from "./evidence.js";

export function leading(app, challenge, root, draw) {
  return app.element("section", { class: "card" }, app.element("h2", {}, app.text("ledByMe.one")),
    app.element("div", { class: "actions" }, app.element("a", { class: "button", href: path(app, "challenges", challenge.id, "athletes") }, app.text("athletes")),
      cover(app, challenge, root, draw), app.action(app.text("copyChallenge"), () => made(app, { ...challenge, isRolling: !challenge.start }, `${root}/copy`)),
      app.action(app.text("saveTemplate"), () => keep(app, challenge))), inviting(app, challenge));
}

function cover(app, challenge, root, draw) {
  const choose = app.element("input", { type: "file", id: "cover", accept: "image/*", class: "off-screen", onchange: () => add().catch(problem => app.announce(app.said(problem))) });
  const add = async () => {
    const [file] = choose.files;
    if (!file) return;
    await send(`${root}/cover`, await small(file));
    app.announce(app.text("coverReceived"));
    await draw();
  };
  return [choose, app.element("label", { for: "cover", class: "button plain" }, app.text(challenge.cover ? "changeCover" : "addCover")),
    challenge.cover && app.action(app.text("removeCover"), async () => {
      await app.remove(`${root}/cover`);
      await draw();
    })];
}

// The code and the link with it; whoever has one of them may join.
function inviting(app, challenge) {
  const group = `/v1/groups/${encodeURIComponent(app.area)}/${encodeURIComponent(challenge.id)}/code`;
  const place = app.element("div", {});
  const show = ({ code = null }) => app.replace(place, code && [app.element("p", {}, app.element("code", { class: "secret", dir: "ltr" }, `${code.slice(0, 4)}-${code.slice(4)}`)),
    app.element("p", {}, app.element("code", { dir: "ltr", class: "invitation" }, `${location.origin}${path(app, "join", code)}`))],
  app.element("div", { class: "actions" }, app.action(app.text(code ? "newCode" : "makeCode"), async () => show(await app.put(group))),
    code && app.action(app.text("endCode"), async () => {
      await app.remove(group);
      show({});
    })));
  app.get(group).then(show).catch(() => null);
  return [app.element("h3", {}, app.text("invite")), app.element("p", { class: "muted" }, app.text("inviteHelp")), place];
}

async function keep(app, challenge) {
  const name = app.element("input", { id: "templateName", maxlength: 80, value: challenge.title });
  const answer = await ask(app, app.text("saveTemplate"), app.element("div", {}, app.element("label", { for: "templateName" }, app.text("templateName")), name),
    [["yes", app.text("saveTemplate")], ["", app.text("cancel"), "plain"]]);
  if (!answer) return;
  await app.post(`${base}/me/templates`, { challenge: challenge.id, name: name.value }, app.newKey());
  app.announce(app.text("templateKept"));
}

/** Asks for the days of a challenge that is made from another one, or from a template, and makes it. */
export async function made(app, pattern, address) {
  const title = app.element("input", { maxlength: 80, value: pattern.title, autocomplete: "off" });
  const start = app.element("input", { type: "date", min: today(app), value: today(app) });
  const days = app.element("input", { type: "number", min: 1, step: 1, value: pattern.days, inputmode: "numeric" });
  const rest = app.element("p", { class: "error", role: "alert" });
  const form = app.element("div", {}, field(app, "title", app.text("challengeTitle"), title), !pattern.isRolling && field(app, "start", app.text("firstDay"), start),
    field(app, "days", app.text("duration"), days), rest);
  while (await ask(app, app.text("copyChallenge"), form, [["yes", app.text("publish")], ["", app.text("cancel"), "plain"]])) {
    try {
      const body = { title: title.value, days: Number(days.value), start: pattern.isRolling ? undefined : start.value };
      const challenge = await app.post(address, body, app.newKey());
      app.announce(app.text("published"));
      return await app.go(path(app, "challenges", challenge.id));
    } catch (problem) {
      tell(form, problem, pointer => pointer.slice(1), rest);
    }
  }
}
