import { get, newKey, onStepUp, post, put, remove, watch } from "/api.js";
import { announce, element, replace } from "/dom.js";
import { accountPage } from "/account/routes.js";

const main = document.getElementById("main");
const state = { app: null, me: null, texts: {}, leave: null, ahead: 0 };

const languages = { en: "English", ar: "العربية" };
const language = localStorage.getItem("language") ?? (navigator.language.startsWith("ar") ? "ar" : "en");

export function text(key, values = {}, own = {}) {
  const found = own[key] ?? state.texts[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

async function start() {
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  const [shell, english, app] = await Promise.all([
    fetch(`/strings/${language}.json`).then(answer => answer.json()),
    fetch("/strings/en.json").then(answer => answer.json()), get("/v1/app"),
  ]);
  state.app = app;
  state.ahead = Date.parse(app.clock.now) - Date.now();
  state.texts = { ...english, ...shell };
  state.me = await whoAmI();
  onStepUp(async () => (await import("/account/step-up.js")).stepUp(context("", "")));
  showClock(app.clock);
  document.addEventListener("click", follow);
  addEventListener("popstate", show);
  addEventListener("offline", () => announce(text("offline")));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js");
  await show();
}

// Asked only where somebody signed in on this device; the session itself is a cookie that no script sees.
async function whoAmI() {
  if (!localStorage.getItem("signed-in")) return null;
  try {
    return await get("/v1/me");
  } catch (problem) {
    if (problem.status === 401) localStorage.removeItem("signed-in");
    return null;
  }
}

function showClock(clock) {
  if (!clock.isSimulated) return;
  const label = document.getElementById("clock");
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const update = async () => {
    const now = await get("/v1/app").then(app => app.clock.now).catch(() => null);
    if (now) label.textContent = `${text("simulated")}: ${format.format(new Date(now))}`;
  };
  label.hidden = false;
  update();
  setInterval(update, 5000);
}

function follow(event) {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || link.target || link.getAttribute("href").startsWith("/console")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

export function go(path) {
  history.pushState(null, "", path);
  return show();
}

function frame() {
  const path = location.pathname;
  const pages = state.app.pages.filter(page => page.navigation);
  const tabs = [{ href: "/", title: text("home") }]
    .concat(pages.map(page => ({ href: address(page), title: page.title })));
  replace(document.getElementById("navigation"), tabs.map(tab =>
    element("a", { href: tab.href, "aria-current": path === tab.href || (tab.href !== "/" && path.startsWith(`${tab.href}/`)) ? "page" : null }, tab.title)));
  const picker = element("select", { "aria-label": text("language"), onchange: event => choose(event.target.value) },
    Object.entries(languages).map(([tag, name]) => element("option", { value: tag, selected: tag === language }, name)));
  replace(document.getElementById("account"), picker, state.me && state.me.kind !== "guest"
    ? [element("a", { class: "button plain", href: "/account" }, state.me.name), element("button", { class: "plain", onclick: signOut }, text("signOut"))]
    : element("a", { class: "button", href: `/sign-in?back=${encodeURIComponent(path)}` }, text("signIn")));
}

function address(page) {
  return `/${page.area}${page.path === "/" ? "" : page.path}`;
}

function choose(tag) {
  localStorage.setItem("language", tag);
  location.reload();
}

async function signOut() {
  await post("/v1/auth/logout").catch(() => null);
  return signedOut();
}

async function signedOut() {
  localStorage.removeItem("signed-in");
  state.me = null;
  await go("/sign-in");
}

async function show() {
  state.leave?.();
  state.leave = null;
  frame();
  replace(main, element("p", { class: "muted" }, text("loading")));
  try {
    state.leave = await page() ?? null;
  } catch (problem) {
    replace(main, element("p", { class: "error", role: "alert" }, text("failed", { reason: problem.message })));
  }
  main.focus({ preventScroll: true });
}

async function page() {
  const path = location.pathname.replace(/\/$/, "") || "/";
  if (path === "/") return home();
  const own = accountPage(path);
  if (own) return own(context(path, ""));
  const found = closest(state.app.pages, path);
  if (!found) return replace(main, element("p", {}, text("notFound")));
  const { area, script } = found.page;
  const [module, { texts }] = await Promise.all([
    import(`/plugins/${area}/${script.replace(/^web\//, "")}`), get(`/v1/app/texts/${area}`).catch(() => ({ texts: {} })),
  ]);
  return module.default(context(area, path.slice(area.length + 2), found.parameters, texts));
}

// A page draws its own address and what lies below it, but for what another page of the area fits more closely.
function closest(pages, path) {
  const parts = path.slice(1).split("/");
  return pages.map(page => ({ page, ...fit(address(page).slice(1).split("/"), parts) }))
    .filter(found => found.length).sort((one, other) => other.length - one.length)[0];
}

// How many parts of an address a page's own has, and what stands for its parameters; nothing where it does not fit.
function fit(pattern, parts) {
  const parameters = {};
  for (const [index, part] of pattern.entries()) {
    const name = part.match(/^\{(\w+)\}$/)?.[1];
    if (name && parts[index]) parameters[name] = decodeURIComponent(parts[index]);
    else if (part !== parts[index]) return {};
  }
  return { length: pattern.length, parameters };
}

// The time by the host's clock, reckoned by the device's, which may be wrong, or the host's a simulated one.
function instant() {
  return new Date(Date.now() + state.ahead).toISOString();
}

// A page's own texts, of its plugin's tables, are looked at first, and by that page alone.
function context(area, path, parameters = {}, own = {}) {
  return {
    root: main, area, path, parameters, me: state.me, now: state.app.clock.now, instant, language, text: (key, values) => text(key, values, own), go, signedOut, get, post, newKey, put, remove, watch, announce, element, replace,
    signedIn: async back => {
      localStorage.setItem("signed-in", "yes");
      state.me = await whoAmI();
      await go(back);
    },
    // After a change of the account: what is known of it is asked anew, and the page drawn again, or another one.
    changed: async path => {
      state.me = await whoAmI();
      await (path ? go(path) : show());
    },
  };
}

function home() {
  replace(main, element("h1", {}, "Fieldhouse"), element("p", {}, text("welcome")),
    state.app.pages.filter(page => page.navigation).map(page => element("a", { class: "card button plain", href: address(page) }, page.title)));
}

start().catch(problem => replace(main, element("p", { class: "error", role: "alert" }, problem.message)));
