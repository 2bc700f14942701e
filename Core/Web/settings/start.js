// Where the installed app begins, and what greets whoever is new.
import { get } from "/api.js";
import { element, replace } from "/dom.js";
import { keepBack, withBack } from "/account-pages.js";
import { skipButton } from "/sign-in.js";
import { hero } from "/today/welcome.js";

/** Leads on: home whoever is signed in, also as a guest; to the languages whoever has chosen none; everybody else to the welcome. */
export function startPage(page) {
  if (page.me) return page.replaceBy("/");
  const isAsked = !localStorage.getItem("language") && page.languages.length > 1;
  return page.replaceBy(isAsked ? "/language" : "/welcome");
}

/** The welcome: get started, log in, or look around first. */
export async function welcomePage(page) {
  const methods = await get("/v1/auth/methods");
  keepBack();
  const begin = methods.email ? "/register" : "/sign-in";
  const named = page.languages.find(({ tag }) => tag === page.language);
  replace(page.root, hero(page, "tall", element("div", { class: "ways" },
    element("a", { class: "button", href: withBack(begin) }, page.text("welcome.start")),
    element("a", { class: "button ghost", href: withBack("/sign-in") }, page.text("welcome.login")),
    element("p", { class: "row" }, methods.guest && skipButton(page),
      page.languages.length > 1 && element("a", { class: "button plain", href: "/language?back=%2Fwelcome" }, element("span", {}, `${page.text("language")}: `, element("bdi", { lang: page.language }, named.name)))))));
}
