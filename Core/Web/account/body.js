// Weight, height and fitness: kept only after its owner has agreed.
import { get, patch, post, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link } from "/account/form.js";

export async function bodyPage(page) {
  const body = await get("/v1/me/body");
  const levels = [["", "–"], ...["beginner", "regular", "advanced"].map(name => [name, page.text(`fitness.${name}`)])];
  const number = text => text === "" ? null : Number(text);
  const fields = [
    { name: "weight", label: page.text("weight"), type: "number", min: 20, max: 500, step: "0.1", value: body.weight },
    { name: "height", label: page.text("height"), type: "number", min: 50, max: 300, step: "0.5", value: body.height },
    { name: "fitnessLevel", label: page.text("fitnessLevel"), options: levels, value: body.fitnessLevel },
    { name: "reminder", label: page.text("weightReminder"), type: "checkbox", value: body.reminder },
    { name: "agrees", label: page.text("agreeHealth"), type: "checkbox", value: body.weight !== null || body.height !== null },
  ];
  const forget = action(page, page.text("forgetBody"), async () => {
    await remove("/v1/me/body");
    await bodyPage(page);
  });
  replace(page.root, element("h1", {}, page.text("bodyData")), element("p", {}, page.text("bodyIntro")), form(page, {
    fields, more: [forget, link(page.text("back"), "/account")],
    submit: async ({ weight, height, fitnessLevel, reminder, agrees }) => {
      if (agrees) await post("/v1/me/consents", { document: "health", version: "1" });
      await patch("/v1/me/body", { weight: number(weight), height: number(height), fitnessLevel: fitnessLevel || null, reminder });
      page.announce(page.text("saved"));
    },
  }));
}
