// Sessions, password, further identifiers and the second factor.
import { get, post, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { format, moment } from "/formats.js";
import { action, form, link } from "/account/form.js";
import { departTo } from "/account/providers.js";

export async function sessionsPage(page) {
  const { items } = await get("/v1/auth/sessions");
  const time = format(page.language, { dateStyle: "medium", timeStyle: "short" });
  const again = () => sessionsPage(page);
  replace(page.root, element("h1", {}, page.text("sessions")), items.map(session => element("section", { class: "card" },
    element("p", {}, session.current ? element("strong", {}, page.text("thisDevice")) : page.text("otherDevice"), " ",
      element("bdi", { class: "muted" }, session.address)),
    element("p", { class: "muted" }, page.text("signedInAt", { time: time.format(new Date(session.createdAt)) })),
    !session.current && action(page, page.text("endSession"), async () => {
      await remove(`/v1/auth/sessions/${encodeURIComponent(session.id)}`);
      await again();
    }))),
    element("p", { class: "row" }, items.length > 1 && action(page, page.text("endOthers"), async () => {
      await remove("/v1/auth/sessions");
      await again();
    }), link(page.text("back"), "/account")));
}

export async function securityPage(page) {
  const [state, methods, { items }] = await Promise.all([get("/v1/me/second-factor"), get("/v1/auth/methods"), get("/v1/me/identifiers")]);
  replace(page.root, element("h1", {}, page.text("security")), demand(page, state),
    element("h2", {}, page.text("secondFactor")), factor(page, state), element("h2", {}, page.text("password")), password(page, methods),
    element("h2", {}, page.text("identifiers")), identifiers(page, items), providers(page, methods), link(page.text("back"), "/account"));
}

// That a second factor is asked for, or until when that may be put off.
function demand(page, { required, dueAt }) {
  if (required || dueAt && Date.parse(dueAt) <= Date.parse(page.instant())) return element("p", { class: "error", role: "alert" }, page.text("factorRequired"));
  return dueAt && element("p", { class: "card", role: "note" }, page.text("factorDue", { time: moment(page, dueAt) }));
}

const codeField = page => ({ name: "code", label: page.text("secondFactorCode"), autocomplete: "one-time-code", dir: "ltr" });

function factor(page, state) {
  if (!state.enabled) {
    return element("section", { class: "card" }, element("p", {}, page.text("factorIntro")),
      action(page, page.text("addFactor"), () => begin(page), ""));
  }
  const show = form(page, { fields: [codeField(page)], button: page.text("showFactor"), submit: async input => {
    await post("/v1/me/second-factor/show", input);
    await securityPage(page);
  } });
  const drop = form(page, { fields: [{ ...codeField(page), name: "code" }], button: page.text("removeFactor"), submit: async input => {
    await post("/v1/me/second-factor/remove", input);
    await securityPage(page);
  } });
  return [element("p", {}, page.text("factorOn", { n: state.recoveryCodes })), state.required || !state.shown ? show : [
    element("p", { class: "row" }, action(page, page.text("renewCodes"), async () => {
      const { recoveryCodes } = await post("/v1/me/second-factor/recovery-codes");
      recovery(page, recoveryCodes);
    })), drop]];
}

async function begin(page) {
  const { secret, uri } = await post("/v1/me/second-factor");
  replace(page.root, element("h1", {}, page.text("addFactor")), element("section", { class: "card" },
    element("p", {}, page.text("factorKey")), element("p", {}, element("code", { class: "secret", dir: "ltr" }, secret.replace(/(.{4})/g, "$1 "))),
    element("p", {}, element("a", { class: "button plain", href: uri }, page.text("openApp")))),
  form(page, { fields: [codeField(page)], button: page.text("confirm"), submit: async input => {
    const { recoveryCodes } = await post("/v1/me/second-factor/confirm", input);
    recovery(page, recoveryCodes);
  } }));
  page.root.querySelector("input").focus();
}

function recovery(page, codes) {
  replace(page.root, element("h1", {}, page.text("recoveryCodes")), element("section", { class: "card" },
    element("p", {}, page.text("recoveryIntro")),
    element("ul", { class: "codes", dir: "ltr" }, codes.map(code => element("li", {}, element("code", {}, code)))),
    link(page.text("recoverySaved"), "/account/security")));
}

function password(page, methods) {
  const hint = page.text("passwordHint", { n: methods.minimumPasswordLength });
  const fields = [
    page.me.hasPassword && { name: "currentPassword", label: page.text("currentPassword"), type: "password", autocomplete: "current-password", dir: "ltr" },
    { name: "password", label: page.text("newPassword"), type: "password", autocomplete: "new-password", dir: "ltr", hint },
    { name: "passwordConfirmation", label: page.text("repeatPassword"), type: "password", autocomplete: "new-password", dir: "ltr" },
  ].filter(Boolean);
  return form(page, { fields, submit: async input => {
    await put("/v1/me/password", input);
    page.announce(page.text("passwordChanged"));
    await page.changed("/account/security");
  } });
}

// What stands for an identifier in the list, and in the query that removes it.
function known(page, item) {
  const value = item.kind === "phone" ? `+${item.value}` : item.value ?? item.provider;
  const query = item.kind === "identity" ? `identity=${encodeURIComponent(item.identity)}` : `${item.kind}=${encodeURIComponent(item.value)}`;
  const drop = action(page, page.text("removeIdentifier"), async () => {
    await remove(`/v1/me/identifiers?${query}`);
    await page.changed("/account/security");
  });
  drop.setAttribute("aria-label", `${page.text("removeIdentifier")}: ${value}`);
  const since = format(page.language, { dateStyle: "medium" }).format(new Date(item.verifiedAt));
  return element("section", { class: "card" }, element("p", {}, element("bdi", item.kind === "identity" ? {} : { dir: "ltr" }, value)),
    element("p", { class: "muted" }, page.text("since", { time: since })), drop);
}

function providers(page, methods) {
  return methods.providers.length > 0 && element("p", { class: "row" }, methods.providers.map(provider =>
    action(page, page.text("addProvider", { title: provider.title }), () => departTo(`/v1/me/identities/${provider.id}`, "/account/security"))));
}

function identifiers(page, items) {
  const send = async ({ identifier }) => {
    const body = identifier.includes("@") ? { email: identifier } : { phone: identifier };
    await post("/v1/me/identifiers", body);
    replace(page.root, element("h1", {}, page.text("addIdentifier")), form(page, {
      fields: [{ name: "code", label: page.text("identifierCode"), inputmode: "numeric", autocomplete: "one-time-code", dir: "ltr" }], button: page.text("confirm"),
      submit: async ({ code }) => {
        await post("/v1/me/identifiers/verify", { ...body, code: code.trim() });
        await page.changed("/account/security");
      },
    }));
  };
  return [items.map(item => known(page, item)),
    form(page, { fields: [{ name: "identifier", label: page.text("newIdentifier"), dir: "ltr" }], button: page.text("sendCode"), submit: send })];
}
