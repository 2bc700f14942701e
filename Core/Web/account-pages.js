// The ways in by e-mail, and the pages that links in messages lead to.
import { get, post, put } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link, sentence, termsField, withTerms } from "/account/form.js";
import { providerButtons } from "/account/providers.js";
import { keepPurpose, purpose } from "/purpose.js";
import { icon } from "/signs.js";

export const token = () => new URLSearchParams(location.search).get("token") ?? "";

// The path that was given when it is one of this site, read as the browser reads it; else home. A backslash counts as a
// slash there, and what is no address at all throws.
export function ownPath(given) {
  try {
    const address = new URL(given, location.origin);
    const isOurs = given.startsWith("/") && address.origin === location.origin && !address.pathname.startsWith("//");
    return isOurs ? address.pathname + address.search + address.hash : "/";
  } catch {
    return "/";
  }
}

// The path to go to after signing in.
export const back = () => ownPath(new URLSearchParams(location.search).get("back") ?? purpose() ?? "/");

// Where somebody goes on who has just come in. Whoever is new is asked for personal info first, once, and goes on from there.
export function onward(path, isNew) {
  if (!isNew) return path;
  const isThere = path === "/" || path.startsWith("/account/profile");
  return `/account/profile?from=start${isThere ? "" : `&next=${encodeURIComponent(path)}`}`;
}

// Keeps where to go on: a link in a mail opens in another tab, which knows nothing of this one.
export function keepBack() {
  const path = back();
  if (path !== "/" && path !== purpose()) keepPurpose(path);
}

// What a message's link is told of it; a path that is longer than the interface takes is left out.
export const backToSend = () => back() === "/" || back().length > 500 ? undefined : back();

export const withBack = path => back() === "/" ? path : `${path}?back=${encodeURIComponent(back())}`;

function draw(page, title, ...content) {
  replace(page.root, element("h1", {}, page.text(title)), content);
  page.root.querySelector("input")?.focus();
}

const password = page => ({ name: "password", label: page.text("password"), type: "password", autocomplete: "current-password", dir: "ltr" });
const email = page => ({ name: "email", label: page.text("email"), type: "email", autocomplete: "email", dir: "ltr" });

function newPasswords(page, minimum, name = "password") {
  const hint = page.text("passwordHint", { n: minimum });
  return [
    { name, label: page.text("newPassword"), type: "password", autocomplete: "new-password", dir: "ltr", hint },
    { name: `${name}Confirmation`, label: page.text("repeatPassword"), type: "password", autocomplete: "new-password", dir: "ltr" },
  ];
}

export async function setUpPage(page) {
  const { minimumPasswordLength } = await get("/v1/auth/methods");
  draw(page, "setUp", form(page, {
    fields: [email(page), ...newPasswords(page, minimumPasswordLength)], button: page.text("confirm"),
    submit: async input => {
      await post("/v1/auth/setup", { token: token(), ...input });
      await page.signedIn("/account/security");
    },
  }));
}

// The second factor is asked for only where the account has one.
export function secondFactorField(page) {
  return { name: "code", label: page.text("secondFactorCode"), autocomplete: "one-time-code", dir: "ltr" };
}

// An account that is leaving is kept only when its owner says so.
export function askToKeep(page, keep) {
  draw(page, "signIn", element("p", { role: "alert" }, page.text("leaving")), action(page, page.text("keepAccount"), keep, ""));
}

// Somebody new agrees to the terms before there is an account; `send` goes on with what they gave.
export async function askTerms(page, send) {
  const methods = await get("/v1/auth/methods");
  draw(page, "register", form(page, {
    fields: [termsField(page)], button: page.text("confirm"), more: [link(page.text("back"), withBack("/sign-in"))],
    submit: input => withTerms(methods, versions => send({ ...input, ...versions })),
  }));
}

// The page that the link of a notice leads to. It asks first: mail programs open links too.
export function undoPage(page) {
  draw(page, "undo", element("p", {}, page.text("undoIntro")), action(page, page.text("undo"), async () => {
    await post("/v1/auth/undo", { token: token() });
    page.announce(page.text("undone"));
    await page.go("/password/forgot");
  }, "danger"));
}

export async function loginPage(page, known = {}) {
  const methods = await get("/v1/auth/methods");
  const identifier = { name: "identifier", label: page.text("login.email"), autocomplete: "username", dir: "ltr", value: known.identifier, hint: page.text("login.userName") };
  const second = known.needsCode ? [secondFactorField(page)] : [];
  const remember = { name: "remember", label: page.text("rememberMe"), type: "checkbox", value: known.remember ?? true };
  const arrow = element("span", { class: "onward", "aria-hidden": "true" }, icon("arrow"));
  draw(page, "login", form(page, {
    fields: [identifier, { ...password(page), label: page.text("login.password"), value: known.password }, ...second, remember], button: [page.text("login"), arrow],
    more: [link(page.text("forgotPassword"), "/password/forgot"), link(page.text("login.create"), withBack("/register"))],
    submit: async input => {
      try {
        await post("/v1/auth/login", input);
      } catch (problem) {
        if (problem.code === "second-factor-needed") return loginPage(page, { ...input, needsCode: true });
        if (problem.code === "password-change-needed") return choosePassword(page, methods, input);
        if (problem.code === "account-leaving") return askToKeep(page, async () => {
          await post("/v1/auth/login", { ...input, keep: true });
          await page.signedIn(back());
        });
        throw problem;
      }
      await page.signedIn(back());
    },
  }), !known.needsCode && providerButtons(page, methods));
  if (known.needsCode) page.root.querySelector("#field-code").focus();
}

// In place of a password that was mailed somebody chooses another one, and agrees to the terms.
function choosePassword(page, methods, input) {
  draw(page, "chooseOwnPassword", element("p", {}, page.text("chooseOwnPasswordIntro")), form(page, {
    fields: [...newPasswords(page, methods.minimumPasswordLength, "newPassword"), termsField(page)], button: page.text("confirm"),
    submit: chosen => withTerms(methods, async versions => {
      await post("/v1/auth/login", { ...input, ...chosen, ...versions });
      await page.signedIn(back());
    }),
  }));
}

export async function registerPage(page) {
  const methods = await get("/v1/auth/methods");
  const name = { name: "name", label: page.text("fullName"), autocomplete: "name", maxlength: 50 };
  const suggested = element("span", { "aria-live": "polite" });
  const username = { name: "username", label: page.text("usernameOptional"), autocomplete: "username", dir: "ltr", maxlength: 30, hint: suggested };
  draw(page, "register", form(page, {
    fields: [name, username, email(page), ...newPasswords(page, methods.minimumPasswordLength), termsField(page)], button: page.text("register"),
    more: [link(page.text("haveAccount"), withBack("/login"))],
    submit: async input => {
      const invitation = sessionStorage.getItem("invitation") ?? undefined;
      const application = await withTerms(methods, async versions => {
        const given = { ...input, ...versions, username: input.username || undefined, invitation, back: backToSend() };
        await post("/v1/auth/register", given);
        return given;
      });
      askCode(page, application);
    },
  }));
  page.root.querySelector("#field-name").addEventListener("change", event => suggest(page, event.target.value.trim(), suggested));
}

// Offers a free user name that goes with the name, as long as none was chosen.
async function suggest(page, name, root) {
  const chosen = page.root.querySelector("#field-username");
  replace(root);
  if (!name || chosen.value) return;
  try {
    const { suggestion } = await get(`/v1/auth/username?name=${encodeURIComponent(name)}`);
    replace(root, element("button", { type: "button", class: "plain", onclick: () => {
      chosen.value = suggestion;
      replace(root);
      chosen.focus();
    } }, page.text("takeUsername", { name: suggestion })));
  } catch {
    // Without a suggestion somebody chooses one, or none.
  }
}

function askCode(page, application) {
  const resend = element("button", { type: "button", class: "plain", onclick: async () => {
    try {
      await post("/v1/auth/register", application);
      page.announce(page.text("codeResent"));
    } catch (problem) {
      page.announce(sentence(page, problem));
    }
  } }, page.text("resendCode"));
  draw(page, "verify", element("p", {}, page.text("mailSent", { email: application.email })), form(page, {
    fields: [{ name: "code", label: page.text("mailCode"), inputmode: "numeric", autocomplete: "one-time-code", dir: "ltr" }],
    button: page.text("confirm"), more: [resend],
    submit: async ({ code }) => confirmed(page, await post("/v1/auth/verify", {
      email: application.email, code: code.trim(), password: application.password,
    }), back()),
  }));
}

export async function verifyPage(page) {
  let answer;
  try {
    answer = await post("/v1/auth/verify", { token: token() });
  } catch (problem) {
    return draw(page, "verify", element("p", { class: "error", role: "alert" }, sentence(page, problem)), link(page.text("register"), "/register"));
  }
  await confirmed(page, answer, back());
}

// Signed in. Where nothing shows who chose the password at registration, a new one is asked for.
async function confirmed(page, { passwordNeeded }, next) {
  if (!passwordNeeded) return page.signedIn(next);
  const { minimumPasswordLength } = await get("/v1/auth/methods");
  const later = element("button", { type: "button", class: "plain", onclick: () => page.signedIn(next) }, page.text("skip"));
  draw(page, "choosePassword", element("p", {}, page.text("choosePasswordWhy")), form(page, {
    fields: newPasswords(page, minimumPasswordLength), button: page.text("save"), more: [later],
    submit: async input => {
      await put("/v1/me/password", input);
      await page.signedIn(next);
    },
  }));
}

export function forgotPage(page) {
  draw(page, "forgotPassword", form(page, {
    fields: [email(page)], button: page.text("sendLink"),
    submit: async input => {
      await post("/v1/auth/password/forgot", input);
      draw(page, "forgotPassword", element("p", {}, page.text("linkSent", input)), link(page.text("signIn"), "/login"));
    },
  }));
}

export async function resetPage(page) {
  const { minimumPasswordLength } = await get("/v1/auth/methods");
  draw(page, "resetPassword", form(page, {
    fields: newPasswords(page, minimumPasswordLength), button: page.text("confirm"),
    submit: async input => {
      await post("/v1/auth/password/reset", { token: token(), ...input });
      page.announce(page.text("passwordChanged"));
      await page.go("/login");
    },
  }));
}
