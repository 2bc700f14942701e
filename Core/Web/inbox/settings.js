// What I am told of outside the inbox: a switch for everything, one for each kind, and the hours in which nothing comes.
import { get, put } from "/api.js";
import { element, replace } from "/dom.js";
import { ownZone } from "/formats.js";
import { form, link, sentence } from "/account/form.js";
import { devicePart } from "/inbox/device.js";
import { look } from "/inbox/due.js";

const path = "/v1/me/notification-settings";

export async function settingsPage(page) {
  const [now, { items }] = await Promise.all([get(path), get("/v1/me/notification-kinds")]);
  let settings = now;
  // A switch shows at once what was wanted, and goes back where that could not be saved.
  const toggle = (id, label, isOn, change) => {
    const input = element("input", { id, type: "checkbox", role: "switch", checked: isOn, onchange: async () => {
      const wanted = change(settings, input.checked);
      try {
        settings = await put(path, wanted);
        page.announce(page.text("saved"));
        look().catch(() => null);
      } catch (problem) {
        input.checked = !input.checked;
        page.announce(sentence(page, problem));
      }
      kinds.disabled = !settings.enabled;
    } });
    return element("p", { class: "check" }, input, element("label", { for: id }, label));
  };
  const kind = ({ id, title }) => toggle(`kind-${id}`, title, !settings.kindsOff.includes(id), (all, isOn) => {
    const others = all.kindsOff.filter(other => other !== id);
    return { ...all, kindsOff: isOn ? others : [...others, id] };
  });
  const kinds = element("fieldset", { class: "plain", disabled: !settings.enabled }, element("legend", { class: "off-screen" }, page.text("inbox.kinds")),
    items.map(({ title, kinds: some }) => element("section", { class: "card" }, element("h2", {}, title), some.map(kind))));
  const master = toggle("kind-all", page.text("inbox.master"), settings.enabled, (all, isOn) => ({ ...all, enabled: isOn }));
  replace(page.root, element("h1", {}, page.text("inbox.settings")),
    element("section", { class: "card" }, master, element("p", { class: "muted" }, page.text("inbox.masterHint"))),
    devicePart(page), quiet(page, settings, async quietHours => { settings = await put(path, { ...settings, quietHours }); }), kinds,
    link(page.text("inbox"), "/inbox"));
}

function zones(own) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  return [...new Set([own, "UTC", ...known])].sort().map(zone => [zone, zone.replaceAll("_", " ")]);
}

function quiet(page, { quietHours: hours }, save) {
  const own = hours?.zone ?? ownZone();
  const shared = form(page, {
    fields: [
      { name: "quiet", label: page.text("quiet.on"), type: "checkbox", value: Boolean(hours) },
      { name: "from", label: page.text("quiet.from"), type: "time", value: hours?.from ?? "22:00" },
      { name: "to", label: page.text("quiet.to"), type: "time", value: hours?.to ?? "07:00" },
      { name: "zone", label: page.text("quiet.zone"), options: zones(own), value: own, dir: "ltr" },
    ],
    submit: async ({ quiet: isOn, from, to, zone }) => {
      try {
        await save(isOn ? { from, to, zone } : null);
      } catch (problem) {
        // Each mistake stands at its field.
        for (const error of problem.errors ?? []) error.pointer = error.pointer.replace("/quietHours/", "/");
        throw problem;
      }
      page.announce(page.text("saved"));
      look().catch(() => null);
    },
  });
  shared.prepend(element("h2", {}, page.text("quiet")), element("p", { class: "muted" }, page.text("quiet.hint")));
  return shared;
}
