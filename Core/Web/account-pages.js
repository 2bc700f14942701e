// The pages that links in messages lead to, and signing in with a password.
import { post } from "/api.js";
import { element, replace } from "/dom.js";

function form(page, title, fields, send) {
  const error = element("p", { class: "error", role: "alert" });
  const inputs = fields.map(([name, type, label, complete]) => [
    element("label", { for: name }, page.text(label)),
    element("input", { id: name, name, type, required: true, autocomplete: complete, dir: "ltr" }),
  ]);
  const submit = async event => {
    event.preventDefault();
    error.textContent = "";
    try {
      await send(Object.fromEntries(new FormData(event.target)));
    } catch (problem) {
      error.textContent = problem.errors?.map(mistake => mistake.detail).join(" ") || problem.message;
    }
  };
  replace(page.root, element("h1", {}, page.text(title)), element("form", { class: "card", onsubmit: submit }, inputs, error,
    element("p", {}, element("button", { type: "submit" }, page.text("confirm")))));
}

const token = () => new URLSearchParams(location.search).get("token") ?? "";
const passwords = [["password", "password", "newPassword", "new-password"], ["passwordConfirmation", "password", "repeatPassword", "new-password"]];

export function setUpPage(page) {
  form(page, "setUp", [["email", "email", "email", "email"], ...passwords], async input => {
    await post("/v1/auth/setup", { token: token(), ...input });
    await page.signedIn("/");
  });
}

export function resetPage(page) {
  form(page, "resetPassword", passwords, async input => {
    await post("/v1/auth/password/reset", { token: token(), ...input });
    page.announce(page.text("passwordChanged"));
    await page.go("/login");
  });
}

export async function verifyPage(page) {
  await post("/v1/auth/verify", { token: token() });
  await page.signedIn("/");
}

export function loginPage(page) {
  form(page, "signIn", [["identifier", "text", "identifier", "username"], ["password", "password", "password", "current-password"]], async input => {
    await post("/v1/auth/login", input);
    await page.signedIn("/");
  });
}
