// What is said about push on this device.
import { element, replace } from "/dom.js";
import { action } from "/account/form.js";
import { pushState, switchOff, switchOn } from "/inbox/push.js";

function onButton(page, changed) {
  return action(page, page.text("push.switchOn"), async () => {
    try {
      if (!await switchOn()) page.announce(page.text("push.refused"));
    } catch (problem) {
      if (problem.code) throw problem;
      // The browser's own push service cannot be reached, or there is none.
      page.announce(page.text("push.failed"));
    }
    await changed();
  }, "");
}

// Offers push once there is something to be told; who says not now is left alone on this device.
export async function offer(page, place) {
  if (localStorage.getItem("push-declined") || await pushState() !== "off") return;
  const later = action(page, page.text("push.notNow"), async () => {
    localStorage.setItem("push-declined", "yes");
    replace(place);
  });
  const changed = async () => {
    if (await pushState() !== "off") replace(place);
  };
  replace(place, element("section", { class: "card" }, element("p", {}, page.text("push.offer")), element("p", { class: "row" }, onButton(page, changed), later)));
}

// The part of the settings: what push is on this device, and what can be done about it.
export function devicePart(page) {
  const place = element("div", {});
  const draw = async () => {
    const state = await pushState();
    const off = action(page, page.text("push.switchOff"), async () => {
      await switchOff();
      await draw();
    });
    replace(place, element("p", { id: "push-state" }, page.text(`push.${state}`)), state === "on" && off, state === "off" && onButton(page, draw));
  };
  draw();
  return element("section", { class: "card" }, element("h2", {}, page.text("push.device")), place);
}
