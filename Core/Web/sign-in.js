import { post } from "/api.js";
import { element, replace } from "/dom.js";

export function signInPage(page) {
  const back = new URLSearchParams(location.search).get("back") ?? "/";
  const error = element("p", { class: "error", role: "alert" });

  async function attempt(action) {
    error.textContent = "";
    try {
      await action();
    } catch (problem) {
      error.textContent = problem.errors?.[0]?.detail ?? problem.message;
    }
  }

  function askNumber(number = "") {
    const input = element("input", { id: "phone", type: "tel", autocomplete: "tel", required: true, value: number, dir: "ltr" });
    const send = event => {
      event.preventDefault();
      return attempt(async () => {
        await post("/v1/auth/otp", { phone: input.value });
        askCode(input.value);
      });
    };
    replace(page.root, element("h1", {}, page.text("signIn")), element("form", { class: "card", onsubmit: send },
      element("label", { for: "phone" }, page.text("phone")), input, error,
      element("p", { class: "row" }, element("button", { type: "submit" }, page.text("sendCode")),
        element("a", { class: "button plain", href: "/login" }, page.text("usePassword")))));
    input.focus();
  }

  function askCode(number) {
    const input = element("input", { id: "code", inputmode: "numeric", autocomplete: "one-time-code", required: true, dir: "ltr" });
    const confirm = event => {
      event.preventDefault();
      return attempt(async () => {
        await post("/v1/auth/otp/verify", { phone: number, code: input.value.trim() });
        await page.signedIn(back.startsWith("/") && !back.startsWith("//") ? back : "/");
      });
    };
    replace(page.root, element("h1", {}, page.text("signIn")), element("form", { class: "card", onsubmit: confirm },
      element("p", {}, page.text("codeSent")), element("label", { for: "code" }, page.text("code")), input, error,
      element("p", { class: "row" }, element("button", { type: "submit" }, page.text("confirm")),
        element("button", { type: "button", class: "plain", onclick: () => askNumber(number) }, page.text("changeNumber")))));
    input.focus();
  }

  askNumber();
}
