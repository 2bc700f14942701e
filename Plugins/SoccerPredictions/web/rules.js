// How a group counts points: the rules that hold, and for its admins another one, which is tried on the rounds that are over before it is
// set; and what a rule makes of one prediction: what it can bring, and what it has brought.
import { asks } from "/forms.js";
import { base, isIn, number, path } from "./parts.js";

/** The rules of a group in a league; whoever looks after the group may set another one. */
export const drawRules = (app, body, group, league, isAdmin) => rulesAt(app, body, `${base}/groups/${path(group)}/rules/${path(league)}`, isAdmin);

/** The rules of a league, for operators. Its points are whole and never below 0. */
export const drawLeagueRules = (app, body, league) => rulesAt(app, body, `${base}/leagues/${path(league)}/rules`, true, { whole: true, least: 0 });

async function rulesAt(app, body, place, isAdmin, fixed = {}) {
  const { items, next } = await app.get(place);
  const again = () => rulesAt(app, body, place, isAdmin, fixed);
  const takeBack = async () => {
    if (!await asks(app, app.text("ruleTakeBackSure"), { no: app.text("cancel") })) return;
    await app.remove(place);
    await again();
  };
  app.replace(body, items.length === 0 && app.element("p", { class: "card", id: "rules-none" }, app.text("rulesNone")),
    items.map(item => app.element("section", { class: "card rule" }, app.element("h2", {}, app.text("ruleFrom", { round: item.round })),
      app.element("dl", { class: "facts" }, facts(app, item.rule)),
      item.carriedFrom && app.element("p", { class: "rule-carried" }, app.text(item.holds ? "ruleCarried" : "ruleCarriedOpen", { season: item.carriedFrom.replace("-", "/") })),
      app.element("p", { class: "muted" }, app.text("ruleVersion", { version: item.version })),
      isAdmin && !item.holds && app.element("p", { class: "row" }, app.action(app.text("ruleTakeBack"), takeBack)))),
    isAdmin && (next ? await editor(app, place, next, items.at(-1)?.rule, fixed, again) : app.element("p", { class: "muted" }, app.text("ruleNoRound"))));
}

// A rule in words: what counts, and how much.
function facts(app, rule, prefix = "") {
  return Object.entries(rule).filter(([key]) => key !== "format").flatMap(([key, value]) => {
    if (key === "stages") return value.flatMap(({ round, factor }) => pair(app, `${prefix}${round}`, `× ${number(app, factor)}`));
    if (key === "ties") return pair(app, app.text("rule.ties"), new Intl.ListFormat(app.language).format(value.map(tie => app.text(`tie.${tie}`))));
    const name = `${prefix}${app.text(`rule.${key}`)}`;
    if (typeof value === "object") return facts(app, value, `${name}: `);
    return pair(app, name, typeof value === "number" ? number(app, value) : app.text(`rule.value.${value}`));
  });
}

const pair = (app, name, value) => [app.element("dt", {}, name), app.element("dd", {}, value)];

// Another rule: a template or the present rule, its values, what it would have made of the rounds that are over, and then it can be set.
async function editor(app, place, next, present, fixed, again) {
  const { items: templates } = await app.get(`${base}/rule-templates`);
  const choices = [...present ? [["present", present]] : [], ...templates.map(({ name, rule }) => [name, rule])];
  const [values, trial] = [app.element("div", {}), app.element("div", { id: "rule-trial" })];
  let rule = {};
  const begin = () => {
    rule = { ...structuredClone(choices[select.selectedIndex][1]), ...fixed };
    app.replace(trial);
    app.replace(values, fields(app, rule, () => app.replace(trial)));
  };
  const select = app.element("select", { id: "rule-template", onchange: begin }, choices.map(([name]) => app.element("option", { value: name }, app.text(`template.${name}`))));
  const set = async () => {
    await app.put(place, { rule });
    app.announce(app.text("ruleSaved"));
    await again();
  };
  const tryIt = async () => {
    const found = await app.post(`${place}/trial`, { rule });
    const board = app.element("fh-leaderboard", { label: app.text("ruleTrial"), me: app.text("you"), up: app.text("rankUp"), down: app.text("rankDown") });
    board.rows = found.items.map(row => ({ key: row.account.id, rank: row.rank, name: row.account.name, picture: row.account.picture,
      detail: app.text("ruleBefore", { n: number(app, row.before) }), score: row.points, change: row.rankBefore - row.rank, isMe: row.account.id === app.me.id }));
    app.replace(trial, app.element("h3", {}, app.text("ruleTried", { n: number(app, found.matches) })), board,
      app.element("p", { class: "row" }, app.action(app.text("ruleSet", { round: next }), set, "")));
    app.announce(app.text("ruleTried", { n: number(app, found.matches) }));
  };
  begin();
  return app.element("section", { class: "card", id: "rule-editor" }, app.element("h2", {}, app.text("ruleOther")), app.element("p", { class: "row" },
    app.element("label", { for: "rule-template" }, app.text("ruleTemplate")), select), values, app.element("p", { class: "row" }, app.action(app.text("ruleTry"), tryIt)), trial);
}

// A field for each value of a rule, which is changed in place.
function fields(app, rule, changed) {
  return Object.entries(rule).filter(([key, value]) => key !== "format" && typeof value !== "string" && key !== "ties").map(([key, value]) => {
    if (key === "stages") return app.element("fieldset", {}, app.element("legend", {}, app.text("rule.stages")), value.map(stage => field(app, stage.round, stage, "factor", changed)));
    if (typeof value !== "object") return field(app, app.text(`rule.${key}`), rule, key, changed);
    return app.element("fieldset", {}, app.element("legend", {}, app.text(`rule.${key}`)), fields(app, value, changed));
  });
}

function field(app, label, rule, key, changed) {
  const isNumber = typeof rule[key] === "number";
  const whole = ["within", "length", "correct"].includes(key);
  const input = app.element("input", { type: isNumber ? "number" : "checkbox", name: key, step: isNumber ? whole ? 1 : 0.25 : null, min: isNumber ? -1000 : null, max: isNumber ? 1000 : null,
    value: isNumber ? rule[key] : null, checked: isNumber ? null : rule[key], oninput: () => {
      rule[key] = isNumber ? Number(input.value) : input.checked;
      changed();
    } });
  return app.element("label", { class: "row" }, isNumber ? [label, input] : [input, label]);
}

/** What the score in the form of `place` can bring, as it is entered, and the joker of the round where a group's rule has one. */
export function guidePart(app, match, place) {
  if (!isIn(app) || !match.predictionsOpen) return null;
  const node = app.element("section", { class: "card", id: "guide", hidden: true });
  const address = `${base}/matches/${path(match.id)}`;
  let [asked, hasJoker] = [0, Boolean(match.prediction?.hasJoker)];
  const toggle = async () => {
    await (hasJoker ? app.remove : app.put)(`${address}/joker`);
    hasJoker = !hasJoker;
    app.announce(app.text(hasJoker ? "jokerIsSet" : "jokerIsTaken"));
    await show();
  };
  const points = line => [line.least, line.most].filter((value, index, all) => all.indexOf(value) === index).map(value => number(app, value)).join(" – ");
  const show = async () => {
    const form = place.querySelector("form.predict");
    const [home, away] = ["home", "away"].map(side => String((form && new FormData(form).get(side)) ?? match.prediction?.[side] ?? ""));
    const turn = ++asked;
    if (!home || !away) return void (node.hidden = true);
    const { items } = await app.get(`${address}/guide?home=${path(home)}&away=${path(away)}`);
    if (turn !== asked) return;
    app.replace(node, app.element("h2", {}, app.text("guide")), items.map(item => [app.element("h3", {}, item.group ? app.element("bdi", {}, item.group.name) : app.text("guideLeague")),
      app.element("dl", { class: "facts" }, item.lines.flatMap(line => pair(app, app.text(`guide.${line.right}`), points(line))))]).flat(),
    items.some(item => item.joker) && app.element("p", { class: "row", id: "joker" }, app.action(app.text(hasJoker ? "jokerTake" : "jokerSet"), toggle), app.element("span", { class: "muted" }, app.text("jokerWhy"))));
    node.hidden = false;
  };
  place.oninput = () => show().catch(() => null);
  show().catch(() => null);
  return node;
}

/** How the points of my prediction came about in my groups that have rules of their own. */
export async function groupReceipts(app, address) {
  const { items } = await app.get(`${address}/prediction/receipts`);
  return items.map(item => app.element("section", { class: "card receipt" }, app.element("h2", {}, app.element("bdi", {}, item.group.name)), app.element("dl", { class: "facts" },
    item.parts.flatMap(part => pair(app, part.predicted ? `${app.text(`part.${part.kind}`)} (${part.predicted})` : app.text(`part.${part.kind}`), number(app, part.points))),
    pair(app, app.element("strong", {}, app.text("total")), app.element("strong", {}, number(app, item.total)))), app.element("p", { class: "muted" }, app.text("ruleVersion", { version: item.ruleVersion }))));
}
