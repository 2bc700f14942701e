// The languages of this host: one is tapped, and the app goes on in it.
import { isUnreachable, patch } from "/api.js";
import { element, replace } from "/dom.js";
import { icon } from "/signs.js";

const asked = () => new URLSearchParams(location.search).get("back");

// Back to where the change was made; the first time on to the welcome. Only pages of the app that lead here are gone back to.
const next = page => ["/settings", "/welcome", "/account"].find(path => path === asked()) ?? (page.me ? "/" : "/welcome");

/** One tap chooses. Nothing is ticked the first time; later what is spoken now is. */
export function languagePage(page) {
  const isFirst = !asked();
  const row = ({ tag, name }) => {
    const isNow = !isFirst && tag === page.language;
    return element("button", { type: "button", lang: tag, "aria-current": isNow ? "true" : null, onclick: () => choose(page, tag) },
      element("span", { class: "grow", dir: "auto" }, name), isNow && icon("check"));
  };
  replace(page.root, element("h1", {}, page.text("language.choose")),
    element("fh-list", { class: "choices", label: page.text("language") }, page.languages.map(row)),
    !isFirst && element("a", { class: "button plain", href: next(page) }, page.text("back")));
}

// What is chosen holds on this device at once, and wherever the account signs in once the host knows it.
async function choose(page, tag) {
  localStorage.setItem("language", tag);
  if (page.me?.kind === "user") {
    try {
      await patch("/v1/me", { language: tag });
    } catch (problem) {
      // It is told when there is a connection again (app.js).
      if (!isUnreachable(problem)) throw problem;
    }
  }
  location.assign(next(page));
}
