// Signing in by phone and code, and the way to the others.
import { get, post } from "/api.js";
import { element, replace } from "/dom.js";
import { action, form, link, sentence } from "/account/form.js";
import { providerButtons } from "/account/providers.js";
import { askTerms, askToKeep, back, backToSend, onward, secondFactorField, token, withBack } from "/account-pages.js";

export async function signInPage(page) {
  const methods = await get("/v1/auth/methods");
  if (!methods.phone && (methods.email || !methods.providers.length)) return page.go(withBack("/login"));
  if (!methods.phone) return draw(page, providerButtons(page, methods), methods.guest && skipButton(page));
  askNumber(page, methods);
}

function draw(page, ...content) {
  replace(page.root, element("h1", {}, page.text("signIn")), content);
  page.root.querySelector("input")?.focus();
}

// What a guest would only be asked to sign in for.
const isForMembers = path => /^\/(account|inbox|friends|invite|settings)(\/|$|\?)/.test(path);

async function skip(page) {
  if (!page.me) await post("/v1/auth/guest");
  await page.signedIn(isForMembers(back()) ? "/" : back());
}

export const skipButton = page => element("button", { type: "button", class: "plain", onclick: () => skip(page) }, page.text("skip"));

function askNumber(page, methods, number = "") {
  const more = [methods.email && link(page.text("usePassword"), withBack("/login")), methods.email && link(page.text("register"), withBack("/register")),
    methods.guest && skipButton(page)].filter(Boolean);
  draw(page, form(page, {
    fields: [{ name: "phone", label: page.text("phone"), type: "tel", autocomplete: "tel", dir: "ltr", value: number }],
    button: page.text("sendCode"), more,
    submit: async ({ phone }) => {
      await post("/v1/auth/otp", { phone, back: backToSend() });
      askCode(page, methods, { phone });
    },
  }), providerButtons(page, methods));
}

function askCode(page, methods, known) {
  const change = element("button", { type: "button", class: "plain", onclick: () => askNumber(page, methods, known.phone) }, page.text("changeNumber"));
  const resend = element("button", { type: "button", class: "plain", onclick: async () => {
    try {
      await post("/v1/auth/otp", { phone: known.phone, back: backToSend() });
      page.announce(page.text("codeResent"));
    } catch (problem) {
      page.announce(sentence(page, problem));
    }
  } }, page.text("resendCode"));
  const code = { name: "code", label: page.text("code"), inputmode: "numeric", autocomplete: "one-time-code", dir: "ltr", value: known.code };
  const second = known.needsSecond ? [{ ...secondFactorField(page), name: "secondFactor" }] : [];
  draw(page, element("p", {}, page.text("codeSent")), form(page, {
    fields: [code, ...second], button: page.text("confirm"), more: [resend, change],
    submit: input => confirm(page, methods, known.phone, input),
  }));
}

async function confirm(page, methods, phone, { code, secondFactor }) {
  await enter(page, { phone, code: code.trim(), secondFactor }, () => {
    askCode(page, methods, { phone, code, needsSecond: true });
    page.root.querySelector("#field-secondFactor").focus();
  });
}

// Signs in with what shows that the number is this person's; `askSecond` asks for a second factor where there is one.
async function enter(page, proof, askSecond) {
  const invitation = sessionStorage.getItem("invitation") ?? undefined;
  const send = async more => {
    const { isNew } = await post("/v1/auth/otp/verify", { ...proof, invitation, ...more });
    await page.signedIn(onward(back(), isNew));
  };
  try {
    await send({});
  } catch (problem) {
    if (problem.code === "account-leaving") return askToKeep(page, () => send({ keep: true }));
    if (problem.code === "terms-needed") return askTerms(page, send);
    if (problem.code !== "second-factor-needed") throw problem;
    askSecond();
  }
}

// What the link in a text message leads to. It asks first: phones open links to show what is behind them.
export function codeLinkPage(page) {
  const secret = token();
  const askSecond = () => draw(page, form(page, {
    fields: [{ ...secondFactorField(page), name: "secondFactor" }], button: page.text("confirm"),
    submit: ({ secondFactor }) => enter(page, { token: secret, secondFactor }, askSecond),
  }));
  draw(page, element("p", {}, page.text("codeLinkIntro")), element("p", { class: "row" },
    action(page, page.text("signIn"), () => enter(page, { token: secret }, askSecond), ""), link(page.text("home"), "/")));
}
