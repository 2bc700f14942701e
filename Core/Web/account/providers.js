// Signing in through identity providers: the way there, and the page that they send people back to.
import { post } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link, sentence } from "/account/form.js";
import { askTerms, askToKeep, back, onward, secondFactorField } from "/account-pages.js";

// Asks the host for the provider's page and goes there. The host keeps where to go on.
export async function departTo(call, path) {
  const { authorizationUrl } = await post(call, { back: path });
  location.assign(authorizationUrl);
}

export function providerButtons(page, methods) {
  return methods.providers.length > 0 && element("section", { class: "card", "aria-label": page.text("otherWays") }, element("p", { class: "row" }, methods.providers.map(provider =>
    action(page, page.text("continueWith", { title: provider.title }), () => departTo(`/v1/auth/providers/${provider.id}`, back())))));
}

// Code and state are taken out of the address at once, so that neither history nor a shared link holds them.
export async function returnPage(page) {
  const query = new URLSearchParams(location.search);
  const call = `/v1/auth/providers/${location.pathname.split("/").pop()}/return`;
  history.replaceState(null, "", location.pathname);
  const invitation = sessionStorage.getItem("invitation") ?? undefined;
  const brought = Object.fromEntries(["state", "code", "error", "iss"].filter(name => query.has(name)).map(name => [name, query.get(name)]));
  const send = async more => {
    const { isNew, added, back: path } = await post(call, { ...brought, invitation, ...more });
    if (added) await page.changed(path);
    else await page.signedIn(onward(path, isNew));
  };
  await attempt(page, send, {});
}

async function attempt(page, send, given) {
  try {
    await send(given);
  } catch (problem) {
    if (problem.code === "terms-needed") return askTerms(page, more => send({ ...given, ...more }));
    if (problem.code === "second-factor-needed") return ask(page, send, given, "secondFactor", { ...secondFactorField(page), name: "secondFactor" });
    if (problem.code === "account-leaving") return askToKeep(page, () => attempt(page, send, { ...given, keep: true }));
    failed(page, problem);
  }
}

// One thing more is needed; the same attempt goes on with it.
function ask(page, send, given, title, field) {
  replace(page.root, element("h1", {}, page.text(title)), form(page, {
    fields: [field], button: page.text("confirm"), more: [link(page.text("back"), "/sign-in")],
    submit: input => send({ ...given, ...input }),
  }));
  page.root.querySelector("input")?.focus();
}

function failed(page, problem) {
  const isIn = page.me && page.me.kind !== "guest";
  replace(page.root, element("h1", {}, page.text("signIn")), element("p", { class: "error", role: "alert" }, sentence(page, problem)),
    isIn ? link(page.text("security"), "/account/security") : link(page.text("signIn"), "/sign-in"));
}
