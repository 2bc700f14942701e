// Groups of people who compare themselves: the list, founding one with members and leagues, and who leads in each league.
import { drawCourse, groupViews, periodChoice } from "./course.js";
import { contactsPart } from "./contacts.js";
import { base, fold, isIn, leagueChoice, mine, number, path, search, sign, signIn } from "./parts.js";
import { drawQuestions } from "./questions.js";
import { drawRules } from "./rules.js";

const kind = "prediction-group";
const root = "/v1/groups/soccer-predictions";
const longest = 25;

export async function groupsPage(app, parts) {
  if (!isIn(app)) return app.replace(app.root, app.element("h1", {}, app.text("groups")), signIn(app));
  if (parts[0] === "new") return newPage(app);
  if (parts[0]) return groupPage(app, parts[0], parts[1], "league", parts[2], parts[3]);
  app.replace(app.root, app.element("h1", {}, app.text("groups")), await groupList(app, "groups"),
    app.element("p", {}, app.element("a", { class: "button", href: `/${app.area}/groups/new` }, app.text("newGroup"))));
}

// All my groups of this plugin, by name.
async function myGroups(app) {
  const all = [];
  let after = null;
  do {
    const page = await app.get(`/v1/me/groups?${new URLSearchParams({ area: app.area, limit: "100", ...(after && { after }) })}`);
    all.push(...page.items.map(({ group }) => group));
    after = page.next;
  } while (after);
  return all.filter(group => group.kind === kind);
}

/** My groups: picture, name, two of the others and how many more; `section` is where each leads. */
export async function groupList(app, section) {
  const groups = await myGroups(app);
  if (!groups.length) return app.element("fh-empty", { icon: "people", heading: app.text("noGroups"), detail: app.text("noGroupsDetail") });
  const list = app.element("div", {});
  const names = group => {
    const shown = group.others.map(({ name }) => name);
    const more = group.members - 1 - shown.length;
    const all = more > 0 ? [...shown, app.text("others", { n: number(app, more) })] : shown;
    return new Intl.ListFormat(app.language).format(all);
  };
  const draw = (query = "") => app.replace(list, app.element("fh-list", { label: app.text("groups") }, groups.filter(group => fold(group.name).includes(query)).map(group =>
    app.element("a", { href: `/${app.area}/${section}/${path(group.id)}` }, app.element("fh-crest", { name: group.name, src: group.picture, size: "small" }),
      app.element("span", { class: "grow" }, app.element("bdi", {}, group.name), app.element("small", {}, names(group)))))));
  draw();
  return app.element("section", {}, search(app, app.text("searchGroups"), draw), list);
}

/** A group in one of its leagues; `game` is "league" or "fun". */
export async function groupPage(app, id, league, game, view = "now", wanted = "") {
  const [group, { items: leagues }, { onlyAdminsEdit }] = await Promise.all([app.get(`${root}/${path(id)}`), ...["leagues", "limits"].map(part => app.get(`${base}/groups/${path(id)}/${part}`))]);
  const place = `/${app.area}/${game === "fun" ? "fun/groups" : "groups"}/${path(id)}`;
  const open = leagues.find(found => found.id === league) ?? leagues[0];
  const isAdmin = group.me?.roles.includes("admin");
  const board = app.element("fh-leaderboard", { label: group.name, me: app.text("you"), up: app.text("rankUp"), down: app.text("rankDown") });
  const body = app.element("div", {});
  const here = open && `${place}/${path(open.id)}`;
  const period = open && ["rounds", "months"].includes(view) ? await periodChoice(app, open.id, view, wanted, here) : null;
  const part = view === "live" ? "&view=live" : period?.name ? `&${view.slice(0, -1)}=${path(period.name)}` : "";
  let typed = "";
  const draw = async (query = typed) => {
    typed = query;
    const { items } = await app.get(`${base}/groups/${path(id)}/board?league=${path(open.id)}&game=${game}${part}${query ? `&query=${path(query)}` : ""}`);
    board.rows = items.map(row => ({ key: row.account.id, rank: row.rank ?? null, name: row.account.name, picture: row.account.picture, href: `/people/${path(row.account.id)}`,
      detail: row.leagueRank ? app.text("rankInLeague", { n: number(app, row.leagueRank) }) : row.gained ? app.text("gained", { n: number(app, row.gained) }) : "",
      score: row.points, change: row.change, isMe: row.account.id === app.me.id }));
  };
  app.replace(app.root, app.element("section", { class: "card person" }, app.element("fh-crest", { name: group.name, src: group.picture }), app.element("h1", {}, app.element("bdi", {}, group.name))),
    app.element("p", { class: "row" }, app.element("a", { class: "button plain", href: `/groups/${app.area}/${path(id)}` }, app.text("groupInformation"))),
    onlyAdminsEdit && !isAdmin && app.element("p", { class: "muted", id: "limits" }, app.text("onlyAdminsEdit")),
    leagues.length > 0 && app.element("fh-tabs", { label: group.name }, leagues.map(found =>
      app.element("a", { href: `${place}/${path(found.id)}`, "aria-current": found.id === open.id ? "page" : null }, found.name))),
    open && game === "league" && app.element("fh-tabs", { label: open.name }, groupViews.map(name =>
      app.element("a", { href: `${here}/${name}`, "aria-current": name === view ? "page" : null }, app.text(`view.${name}`)))),
    open ? body : app.element("fh-empty", { icon: "ball", heading: app.text("noGroupLeagues") }),
    isAdmin && game === "league" && view === "now" && [limits(app, id, onlyAdminsEdit), await manage(app, id, leagues)]);
  if (!open) return null;
  if (view === "course") return drawCourse(app, body, id, open.id);
  if (view === "questions") return drawQuestions(app, body, id, open.id, isAdmin);
  if (view === "rules") return drawRules(app, body, id, open.id, isAdmin);
  app.replace(body, view === "live" && app.element("p", { class: "muted" }, app.text("liveWhy")), period?.node, search(app, app.text("searchMembers"), draw), board);
  await draw();
  return view === "live" ? app.watch([`${app.area}/leagues/${open.id}`], () => draw().catch(() => null)) : null;
}

// Whether only those who look after a group change its name and picture.
function limits(app, id, isOn) {
  const box = app.element("input", { type: "checkbox", id: "only-admins", checked: isOn, onchange: () => app.confirmed(async () => {
    await app.put(`${base}/groups/${path(id)}/limits`, { onlyAdminsEdit: box.checked });
    app.announce(app.text("groupSaved"));
  }).catch(problem => {
    box.checked = !box.checked;
    app.announce(app.said(problem));
  }) });
  return app.element("section", { class: "card" }, app.element("label", { class: "row", for: "only-admins" }, box, app.text("onlyAdminsEdit")));
}

// Which leagues a group has, for those who look after it.
async function manage(app, id, leagues) {
  const { items } = await mine(app);
  const all = [...leagues, ...items.filter(league => !leagues.some(found => found.id === league.id))];
  const choice = leagueChoice(app, all, leagues.map(league => league.id));
  const save = async () => {
    const wanted = choice.ids();
    for (const league of all) {
      const [was, is] = [leagues.some(found => found.id === league.id), wanted.includes(league.id)];
      if (was !== is) await (is ? app.put : app.remove)(`${base}/groups/${path(id)}/leagues/${path(league.id)}`);
    }
    app.announce(app.text("groupSaved"));
    await app.go(`/${app.area}/groups/${path(id)}`);
  };
  return app.element("section", { id: "manage" }, choice.node, app.action(app.text("save"), save, ""));
}

// Founding a group: name, members and leagues are chosen, all of it is shown, and then it is founded.
async function newPage(app) {
  const [{ items: people }, { items: leagues }] = await Promise.all([app.get(`${base}/me/companions`), mine(app)]);
  const name = app.element("input", { id: "group-name", required: true, autocomplete: "off", "aria-describedby": "group-name-mistake" });
  const mistake = app.element("p", { class: "error", id: "group-name-mistake", role: "alert" });
  const choice = leagueChoice(app, leagues, []);
  // Whoever is invited meanwhile belongs to the group, whether they come before it is there or after.
  const founding = { id: app.newKey(), hasGuests: false };
  const invite = async () => {
    const made = await app.post("/v1/me/invitations", { places: 1, subject: `${app.area}/${founding.id}` });
    founding.hasGuests = true;
    return made;
  };
  const line = (account, checked = false) => app.element("label", { class: "row" }, app.element("input", { type: "checkbox", name: "member", value: account.id, checked }),
    app.element("fh-avatar", { name: account.name, src: account.picture, size: "small" }), app.element("bdi", {}, account.name));
  const members = app.element("fieldset", { class: "card", id: "members" }, app.element("legend", {}, app.text("chooseMembers")),
    search(app, app.text("searchMembers"), query => {
      for (const line of members.querySelectorAll("label.row")) line.hidden = !fold(line.textContent).includes(query);
    }),
    people.length ? people.map(({ account }) => line(account)) : app.element("p", { class: "muted" }, app.text("noCompanions")),
    contactsPart(app, accounts => {
      for (const account of accounts.filter(({ id }) => id !== app.me.id && !people.some(known => known.account.id === id))) {
        people.push({ account });
        members.querySelector("details").before(line(account, true));
      }
    }, invite));
  const next = async event => {
    event.preventDefault();
    const length = [...name.value.trim()].length;
    mistake.textContent = length >= 1 && length <= longest ? "" : app.text("groupNameLength");
    if (mistake.textContent) return name.focus();
    const ids = [...members.querySelectorAll("input:checked")].map(box => box.value);
    review(app, form, { founding, name: name.value.trim(), members: people.map(({ account }) => account).filter(({ id }) => ids.includes(id)), leagues: leagues.filter(({ id }) => choice.ids().includes(id)) });
  };
  const form = app.element("form", { onsubmit: next, novalidate: true }, app.element("section", { class: "card" }, app.element("label", { for: "group-name" }, app.text("groupName")), name, mistake),
    members, choice.node, app.element("p", { class: "row" }, app.element("button", {}, app.text("next")), app.element("a", { class: "button plain", href: `/${app.area}/groups` }, app.text("cancel"))));
  app.replace(app.root, app.element("h1", {}, app.text("newGroup")), form);
}

function review(app, form, draft) {
  const country = account => account.country ? new Intl.DisplayNames([app.language, "en"], { type: "region" }).of(account.country) : "";
  const found = async () => {
    const group = await app.post(root, { kind, name: draft.name });
    if (draft.founding.hasGuests) await app.put(`${base}/groups/${path(group.id)}/guests/${path(draft.founding.id)}`);
    for (const { id } of draft.leagues) await app.put(`${base}/groups/${path(group.id)}/leagues/${path(id)}`);
    for (const { id } of draft.members) await app.put(`${root}/${path(group.id)}/members/${path(id)}`).catch(problem => app.announce(app.said(problem)));
    await app.go(`/${app.area}/groups/${path(group.id)}`);
  };
  const back = () => app.replace(app.root, app.element("h1", {}, app.text("newGroup")), form);
  app.replace(app.root, app.element("h1", {}, app.element("bdi", {}, draft.name)), app.element("h2", {}, app.text("members")),
    app.element("fh-list", { label: app.text("members") }, draft.members.map(account => app.element("div", {}, app.element("fh-avatar", { name: account.name, src: account.picture, size: "small" }),
      app.element("span", { class: "grow" }, app.element("bdi", {}, account.name), app.element("small", {}, country(account)))))),
    app.element("h2", {}, app.text("leagues")), app.element("fh-list", { label: app.text("leagues") }, draft.leagues.map(league => app.element("div", {}, sign(app, league), app.element("span", { class: "grow" }, league.name)))),
    app.element("p", { class: "row" }, app.action(app.text("createGroup"), found, ""), app.action(app.text("change"), back), app.element("a", { class: "button plain", href: `/${app.area}/groups` }, app.text("cancel"))));
}
