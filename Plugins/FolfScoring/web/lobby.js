// The lobby of a round: its code, who has come, what is played for.
import { askFriend, inviteFriends } from "./people.js";
import { play } from "./playing.js";
import { asking, isAsked, playerName, refusal } from "./shared.js";
import { teeButton } from "./tees.js";

export function lobby(app, path, round, again) {
  const code = app.element("p", { class: "code", translate: "no" });
  const people = app.element("ul", { class: "people" });
  const buttons = app.element("div", { class: "row" });
  const act = async change => {
    try {
      await change();
    } catch (problem) {
      app.announce(refusal(app, problem));
    }
    await again();
  };
  const games = play(app, path, act);
  const hasAccount = app.me?.kind !== "guest";
  const ways = app.element("div", {});
  let [drawn, mine, latest] = [null, null, round];
  people.addEventListener("refused", again);
  doors(app, path, round).then(nodes => app.replace(ways, nodes)).catch(() => null);
  const show = next => {
    latest = next;
    code.textContent = next.code ?? "";
    games.show(next);
    const now = JSON.stringify([next.players.map(({ id, name, isHost, tee, team, handicap, cardName }) => [id, name, isHost, tee, team, handicap, cardName]), next.isHost]);
    // A question that is open stays open while others come.
    if (now !== drawn && !isAsked(people)) {
      app.replace(people, next.players.map(player => person(app, path, next, player, act)));
      drawn = now;
    }
    if (mine === next.isHost) return;
    mine = next.isHost;
    app.replace(buttons, next.isHost
      ? [asking(app, "start", "startQuestion", () => act(() => app.post(`${path}/start`)), ""),
        asking(app, "cancel", "cancelQuestion", () => act(() => app.post(`${path}/cancel`)))]
      : [app.element("p", { class: "muted" }, app.text("waitForHost")),
        asking(app, "leave", "leaveQuestion", async () => {
          await app.remove(`${path}/players/${next.me}`);
          await app.go(`/${app.area}`);
        })]);
  };
  return { show, nodes: [
    app.element("section", { class: "card invite" }, app.element("h2", {}, app.text("code")), code,
      app.element("p", { class: "muted" }, app.text("codeHelp")), ways, hasAccount && inviteFriends(app, path, () => latest)),
    app.element("section", { class: "card" }, app.element("h2", {}, app.text("players")), people, guestForm(app, path, act)),
    games.node,
    buttons,
  ] };
}

// The link that leads here, as a picture and to be shared.
async function doors(app, path, round) {
  if (!round.code) return [];
  const here = `/${app.area}/join/${round.code}`;
  const share = await app.share(here, app.text("title"), link => app.text("joinMessage", { code: round.code, link }));
  return [app.element("img", { class: "qr", src: `/v1/app/qr/${encodeURIComponent(here)}`, alt: app.text("qr") }), share];
}

function person(app, path, round, player, act) {
  const name = playerName(app, player);
  const mayRemove = round.isHost && player.id !== round.me;
  return app.element("li", { class: "person" },
    player.picture ? app.element("img", { class: "avatar crest", src: player.picture, alt: "" }) : app.crest(name),
    app.element("bdi", {}, name), player.isHost && app.element("span", { class: "badge" }, "♛ ", app.text("host")),
    !player.account && app.element("span", { class: "muted" }, app.text("guest")), teeButton(app, path, round, player, act),
    app.element("span", { class: "end row" }, player.account && player.id !== round.me && app.me?.kind !== "guest" && askFriend(app, player), mayRemove &&
      asking(app, "remove", "removeQuestion", () => act(() => app.remove(`${path}/players/${player.id}`)))));
}

function guestForm(app, path, act) {
  const name = app.element("input", { id: "guest", maxlength: 40, required: true, autocomplete: "off" });
  const add = async event => {
    event.preventDefault();
    const wanted = name.value;
    await act(async () => {
      await app.post(`${path}/guests`, { name: wanted });
      if (name.value === wanted) name.value = "";
    });
    name.focus();
  };
  return app.element("form", { onsubmit: add }, app.element("label", { for: "guest" }, app.text("guestName")),
    app.element("div", { class: "row" }, name, app.element("button", { class: "plain" }, app.text("addGuest"))));
}
