// Who takes part, for the coach: how they stand and who is about to fail, how to reach those who agree to that, and updates to them all.
import { base, look, number, path, teamName, time } from "./shared.js";

export default async function page(app) {
  const id = encodeURIComponent(app.parameters.challenge);
  const root = `${base}/challenges/${id}`;
  const [challenge, totals, { waiting }] = await Promise.all([app.get(root), app.get(`${root}/totals`), app.get(`${root}/waiting`)]);
  const appeals = app.element("div", {});
  const list = app.element("div", {});
  const onlyAtRisk = app.element("input", { type: "checkbox", id: "onlyAtRisk", onchange: () => draw() });
  const draw = async () => {
    const [{ items: open }, athletes, contacts] = await Promise.all([app.get(`${root}/appeals`), all(app, `${root}/athletes?onlyAtRisk=${onlyAtRisk.checked}&limit=100`),
      all(app, `/v1/groups/${encodeURIComponent(app.area)}/${id}/contacts?limit=100`)]);
    app.replace(appeals, open.length > 0 && [app.element("h2", {}, app.text("appeals")), app.element("fh-list", { label: app.text("appeals") }, open.map(one => appealed(app, one)))]);
    const emails = new Map(contacts.map(contact => [contact.person.id, contact.email]));
    const consents = new Set(contacts.map(contact => contact.person.id));
    app.replace(list, athletes.length ? app.element("fh-list", { label: app.text("athletes") }, athletes.map(one => row(app, one, emails, consents)))
      : app.element("p", { class: "card muted" }, app.text("nobodyYet")));
  };
  app.replace(app.root, look(app), app.element("h1", {}, app.text("athletes")),
    app.element("p", {}, app.element("a", { href: path(app, "challenges", app.parameters.challenge) }, app.element("bdi", {}, challenge.title))),
    app.element("dl", { class: "card figures" }, ["running", "passed", "failed", "withdrawn"].map(key => app.element("div", {},
      app.element("dt", { class: "muted" }, app.text(`outcome.${key}`)), app.element("dd", { class: "figure" }, number(app, totals[key]))))),
    waiting > 0 && drawing(app, root, waiting), updates(app, root), appeals, app.element("div", { class: "check" }, onlyAtRisk, app.element("label", { for: "onlyAtRisk" }, app.text("onlyAtRisk"))), list);
  await draw();
  return app.watch([`${app.area}/challenges/${app.parameters.challenge}`], () => draw().catch(() => null));
}

// All who wait are drawn at once.
function drawing(app, root, waiting) {
  const card = app.element("section", { class: "card" }, app.element("p", {}, app.text("waitingForDraw", { n: number(app, waiting) })), app.action(app.text("drawTeams"), async () => {
    const { drawn, isBeingDrawn } = await app.post(`${root}/draw`);
    if (isBeingDrawn) return app.announce(app.text("beingDrawn"));
    app.announce(app.text("drawnNow", { n: number(app, drawn) }));
    card.remove();
  }, ""));
  return card;
}

const entriesOf = (app, person) => path(app, "challenges", app.parameters.challenge, "athletes", person.id);

const appealed = (app, { person, text, reason }) => app.element("a", { href: entriesOf(app, person) }, app.element("span", { class: "grow" }, app.element("bdi", {}, person.name),
  app.element("small", {}, app.text("rejectedFor", { reason })), app.element("small", {}, app.element("bdi", {}, text))));

// All pages of a list, as many as a coach can look through.
async function all(app, path) {
  const items = [];
  let after = null;
  do {
    const found = await app.get(after ? `${path}&after=${encodeURIComponent(after)}` : path);
    items.push(...found.items);
    after = found.next;
  } while (after && items.length < 1000);
  return items;
}

function row(app, one, emails, consents) {
  const { person } = one;
  const email = emails.get(person.id);
  const facts = [app.text(`outcome.${one.outcome}`), app.text("pointsOf", { n: number(app, one.points) }), one.team && teamName(app, one.team),
    one.loggedAt ? app.text("lastLogged", { time: time(app, one.loggedAt) }) : app.text("neverLogged")].filter(Boolean);
  return app.element("div", {}, app.element("fh-avatar", { name: person.name, src: person.picture, size: "small" }),
    app.element("span", { class: "grow" }, app.element("a", { href: `/people/${encodeURIComponent(person.id)}` }, app.element("bdi", {}, person.name)),
      person.username && app.element("small", {}, app.element("bdi", { dir: "ltr" }, `@${person.username}`)),
      email ? app.element("a", { href: `mailto:${email}`, dir: "ltr", class: "mail" }, email)
        : app.element("small", {}, app.text(consents.has(person.id) ? "noEmail" : "noConsent")),
      app.element("small", {}, facts.join(" · ")), app.element("a", { href: entriesOf(app, person), class: "mail" }, app.text("entriesOf"))),
    one.outlook && one.outlook !== "onTrack" && app.element("span", { class: "pill live" }, app.text(`outlook.${one.outlook}`)));
}

function updates(app, root) {
  const words = app.element("textarea", { id: "update", rows: 3, maxlength: 500, required: true });
  const mistake = app.element("p", { class: "error", role: "alert" });
  const button = app.element("button", {}, app.text("sendUpdate"));
  let key = app.newKey();
  const send = async event => {
    event.preventDefault();
    mistake.textContent = "";
    button.disabled = true;
    try {
      const { people } = await app.post(`${root}/updates`, { text: words.value }, key);
      [key, words.value] = [app.newKey(), ""];
      app.announce(app.text("updateSent", { n: number(app, people) }));
    } catch (problem) {
      mistake.textContent = app.said(problem);
    }
    button.disabled = false;
  };
  return app.element("form", { class: "card", onsubmit: send }, app.element("label", { for: "update" }, app.text("update")), words,
    app.element("p", { class: "muted" }, app.text("updateHelp")), mistake, button);
}
