// What has become of something of mine that was reported, and what I have to say about it.
import { get, post } from "/api.js";
import { element, replace } from "/dom.js";
import { form, link } from "/account/form.js";

export async function ownReportPage(page, area, id) {
  const root = `/v1/moderation/${encodeURIComponent(area)}/own/${encodeURIComponent(id)}`;
  const draw = async () => {
    const found = await get(root).catch(problem => {
      if (problem.status !== 404) throw problem;
    });
    if (!found) return replace(page.root, element("h1", {}, page.text("moderation.own")), element("p", {}, page.text("moderation.unknown")), link(page.text("back"), "/groups"));
    const state = found.isHidden ? "removed" : "shown";
    replace(page.root, element("h1", {}, page.text("moderation.own")), element("section", { class: "card" }, element("p", {}, element("bdi", {}, found.place)),
      found.words && element("blockquote", { class: "words", dir: "auto" }, found.words), element("p", {}, page.text(`moderation.own.${state}`, { reason: found.reason ? page.text(`reason.${found.reason}`) : "" })),
      found.appeal && element("p", {}, page.text("moderation.said"), " ", element("q", { dir: "auto" }, found.appeal)),
      found.appeal && found.isHidden && element("p", { class: "muted" }, page.text(found.isDecided ? "moderation.appealEnded" : "moderation.appealWaits"))),
    found.mayAppeal && objection(page, root, draw), link(page.text("back"), "/groups"));
  };
  await draw();
}

function objection(page, root, draw) {
  return form(page, {
    fields: [{ name: "text", label: page.text("moderation.object"), rows: 4, maxlength: 500, required: true }], button: page.text("moderation.objectNow"),
    submit: async input => {
      await post(`${root}/appeal`, input);
      page.announce(page.text("moderation.objected"));
      await draw();
    },
  });
}
