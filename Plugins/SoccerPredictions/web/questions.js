// The bonus questions of a group: members answer them until they close, admins ask them and say what is right.
import { format } from "/formats.js";
import { asks } from "/forms.js";
import { base, number, path } from "./parts.js";

export async function drawQuestions(app, body, group, league, isAdmin) {
  const place = `${base}/groups/${path(group)}/questions/${path(league)}`;
  const { items } = await app.get(place);
  const again = () => drawQuestions(app, body, group, league, isAdmin);
  app.replace(body, items.length === 0 && app.element("p", { class: "card" }, app.text("questionsNone")),
    items.map(item => question(app, `${place}/${path(item.id)}`, item, isAdmin, again)), isAdmin && form(app, place, again));
}

function question(app, place, item, isAdmin, again) {
  const time = format(app.language, { dateStyle: "medium", timeStyle: "short" });
  const name = id => item.options.find(option => option.id === id)?.name ?? id;
  const names = ids => new Intl.ListFormat(app.language).format(ids.map(name));
  const choice = (label, chosen) => app.element("select", { "aria-label": `${label}: ${item.text}` }, app.element("option", { value: "" }, app.text("questionChoose")),
    item.options.map(option => app.element("option", { value: option.id, selected: option.id === chosen }, option.name)));
  const give = (select, part, key) => app.action(app.text(key), async () => {
    if (!select.value) return select.focus();
    await app.put(`${place}/${part}`, { answer: select.value });
    app.announce(app.text("questionSaved"));
    await again();
  }, "");
  const takeBack = async () => {
    if (!await asks(app, app.text("questionTakeBackSure"), { no: app.text("cancel") })) return;
    await app.remove(place);
    await again();
  };
  const [mine, right] = [choice(app.text("questionAnswer"), item.mine), choice(app.text("questionRight"), item.right?.[0])];
  return app.element("article", { class: "card question" }, app.element("h2", {}, app.element("bdi", {}, item.text)),
    app.element("p", { class: "muted" }, [app.text("points", { n: number(app, item.points) }), app.text(item.isOpen ? "questionUntil" : "questionOver", { time: time.format(new Date(item.closesAt)) }), app.text("questionCount", { n: number(app, item.answers) })].join(" · ")),
    item.isOpen ? app.element("p", { class: "row" }, mine, give(mine, "mine", "save")) : app.element("p", { class: "mine" }, item.mine ? app.text("questionMine", { answer: name(item.mine) }) : app.text("questionMissed")),
    item.right && app.element("p", { class: "right" }, app.element("strong", {}, app.text("questionIs", { answer: names(item.right) }))),
    isAdmin && app.element("p", { class: "row" }, item.isOpen ? app.action(app.text("ruleTakeBack"), takeBack) : [right, give(right, "answer", "questionDecide")]));
}

// A new question. What wins the season is asked of its teams; everything else has its answers, one a line.
function form(app, place, again) {
  const kind = app.element("select", { id: "question-kind", onchange: () => { answers.hidden = kind.value === "champion"; } },
    ["champion", "topScorer", "free"].map(value => app.element("option", { value }, app.text(`question.${value}`))));
  const text = app.element("input", { id: "question-text", maxlength: 200, autocomplete: "off" });
  const options = app.element("textarea", { id: "question-options", rows: 4 });
  const points = app.element("input", { id: "question-points", type: "number", min: 0.25, max: 1000, step: 0.25, value: 10 });
  const field = (label, node) => [app.element("label", { for: node.id }, app.text(label)), node];
  const answers = app.element("div", { hidden: true }, field("questionOptions", options));
  const ask = async () => {
    const lines = options.value.split("\n").map(line => line.trim()).filter(Boolean);
    await app.post(place, { kind: kind.value, text: text.value, points: Number(points.value), ...(kind.value !== "champion" && { options: lines }) });
    app.announce(app.text("questionIsAsked"));
    await again();
  };
  return app.element("section", { class: "card", id: "question-new" }, app.element("h2", {}, app.text("questionNew")), field("questionKind", kind), field("questionText", text), answers,
    field("rule.points", points), app.element("p", { class: "row" }, app.action(app.text("questionAsk"), ask, "")));
}
