import { get, isUnreachable, newKey, onReached, onStepUp, onUnprotected, patch, post, put, remove, watch, watching } from "/api.js";
import { accent, wear } from "/colours.js";
import { action, announce, asked, asset, atLeisure, confirmed, element, replace, said } from "/dom.js";
import "/elements/card.js";
import { format } from "/formats.js";
import { firstDrawn, forget, keepFiles, read, shell, wanted } from "/kept.js";
import { address, closest, doors, isStep, menuButton, showParts, wayHome, ways } from "/parts.js";
import * as queue from "/queue/door.js";
import { crest, icon } from "/signs.js";
import { todayPage } from "/today/today.js";

let main = document.getElementById("main");
const state = { app: null, me: null, texts: {}, leave: null, turn: 0, ahead: 0, isOffline: false, isDrawing: false, isStale: false, isMissing: false, age: null };

// What the device asks for, until the host has said which of its languages that is.
let language = wanted;
// What else pages are made of than the first one of a new device.
const others = () => Promise.all([import("/elements/all.js"), watching()]).catch(() => null);

export function text(key, values = {}, own = {}) {
  const found = own[key] ?? state.texts[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const crashed = error => import("/crash.js").then(crash => crash.crashed(error, { text, version: state.app?.version })).catch(() => null);
for (const name of ["error", "unhandledrejection"]) addEventListener(name, (/** @type {any} */ { error, reason }) => (error ?? reason) && crashed(error ?? reason));

async function start() {
  wear();
  document.documentElement.lang = language;
  const [first, { texts }] = await Promise.all([ask(), read(shell, "/v1/app/texts/app"), location.pathname === "/" && !localStorage.getItem("signed-in") || others()]);
  speak(first.app, texts);
  onReached(reached);
  if (first.isKept) reached(false);
  await know(first);
  if (state.app.environment || state.app.clock.isSimulated) import("/standing.js").then(standing => standing.showStanding(state.app, language, text)).catch(() => null);
  onStepUp(async () => (await import("/account/step-up.js")).stepUp(context("", "")));
  onUnprotected(() => import("/account/protect.js").then(({ protect }) => protect(context("", ""))).catch(() => null));
  foot();
  document.addEventListener("click", follow);
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => show().then(() => scrollTo(0, history.state?.scroll ?? 0)));
  addEventListener("offline", () => reached(false));
  addEventListener("online", tryAgain);
  // What was pushed and pressed while the app is open.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => { if (data?.go?.startsWith("/inbox")) go(data.go); });
  document.getElementById("splash")?.remove();
  await show();
  firstDrawn();
  atLeisure(() => {
    document.head.append(/** @type {HTMLTemplateElement} */ (document.getElementById("later")).content);
    return Promise.all([others(), import("/menu.js")]);
  });
  // It fetches all of the app: the page comes first. What waits is sent by the worker, too, where it may be made of modules.
  navigator.serviceWorker?.register("/background.js", { type: "module" }).catch(() => navigator.serviceWorker.register("/worker.js"));
  keepFiles().catch(() => null);
}

// Asks for what the shell is made of; without a connection it is what was answered last.
async function ask() {
  let isKept = false;
  const app = await read(shell, "/v1/app", () => { isKept = true; });
  return { app, isKept };
}

// Speaks the language that the host has chosen, from its tables.
function speak(app, texts) {
  language = app.language;
  document.documentElement.lang = language;
  document.documentElement.dir = app.languages.find(known => known.tag === language)?.direction ?? "ltr";
  state.texts = texts;
}

async function know({ app, isKept }) {
  if (localStorage.getItem("sign-out-due")) await endSession();
  if (!isKept) localStorage.setItem("ahead", String(Date.parse(app.clock.now) - Date.now()));
  state.ahead = Number(localStorage.getItem("ahead") ?? 0);
  state.app = { ...app, clock: { ...app.clock, now: instant() } };
  state.me = await whoAmI();
  await knowInbox();
  await queue.own(state.me?.id ?? null, text).catch(() => null);
  cameIn();
}

// Whoever is signed in sees at once what is new for them, and on this device what it was switched on for.
function cameIn() {
  speakOwn().catch(() => null);
  if (localStorage.getItem("push") && state.me) import("/inbox/push.js").then(push => push.renewPush()).catch(() => null);
}

// What was chosen on this device is told to the account; where nothing was, the account's own language is spoken.
async function speakOwn() {
  const [chosen, own] = [localStorage.getItem("language"), state.me?.language];
  if (!state.me || state.me.kind === "guest" || chosen === own) return;
  if (chosen) return patch("/v1/me", { language: chosen });
  if (!own || own === language || !state.app.languages.some(({ tag }) => tag === own)) return;
  localStorage.setItem("language", own);
  location.reload();
}

// The bell, and what is due on this device, are of whoever has an inbox.
let inbox = null;
let reminders = null;
async function knowInbox() {
  if (!state.me || state.me.kind === "guest") return;
  inbox ??= await import("/inbox/badge.js").catch(() => null);
  reminders ??= await import("/inbox/due.js").catch(() => null);
}

// Asked only where somebody signed in on this device; the session itself is a cookie that no script sees.
async function whoAmI() {
  if (!localStorage.getItem("signed-in")) return null;
  try {
    return await read("", "/v1/me");
  } catch (problem) {
    if (problem.status === 401) await signedOutHere();
    return null;
  }
}

async function signedOutHere() {
  state.me = null;
  localStorage.removeItem("signed-in");
  reminders?.remind(null);
  if (localStorage.getItem("push")) await import("/inbox/push.js").then(push => push.forgetPush()).catch(() => null);
  await forget().catch(() => null);
}

// Whether the host has answered: until it does, the page says so and asks again.
function reached(isReached) {
  if (isReached !== state.isOffline) return;
  state.isOffline = !isReached;
  const notice = document.getElementById("offline");
  notice.textContent = isReached ? "" : text("offline");
  notice.hidden = isReached;
  reminders?.look().catch(() => null);
  if (isReached) goOn().catch(() => null);
  else askLater();
}

let timer;
const askLater = () => (clearTimeout(timer), timer = setTimeout(tryAgain, 3000));

// An answer tells of itself.
async function tryAgain() {
  if (!state.isOffline) return;
  await get("/v1/app").catch(() => null);
  if (state.isOffline) askLater();
}

// Draws what could not be drawn, and anew what was drawn of what was kept, unless somebody is writing there or is asked whether they mean it.
async function goOn() {
  if (!state.app || state.isMissing) return location.reload();
  await know(await ask());
  queue.flush().catch(() => null);
  frame();
  const isBusy = main.contains(document.activeElement) && document.activeElement.matches("input, textarea, select, .danger");
  if (state.isStale && !isBusy) await show();
}

// Reads for a page, which shows without a connection what it showed last. What it reads later is its own affair.
function readForPage(path) {
  return read(state.me?.id, path, at => {
    state.isStale ||= state.isDrawing;
    if (at && (!state.age || at < state.age)) state.age = at;
    showAge();
  });
}

// What a page goes on to read after somebody has signed out is kept for nobody.
const reader = () => (owner => path => state.me?.id === owner ? readForPage(path) : get(path))(state.me?.id);

// How old the oldest is of what the page shows without a connection.
function showAge() {
  const place = document.getElementById("age");
  place.hidden = !state.age;
  place.textContent = state.age ? text("age", { time: format(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(state.age)) }) : "";
}

function follow(event) {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || link.target || link.getAttribute("href").startsWith("/console")) return;
  event.preventDefault();
  // At home the sign of the app opens the side menu.
  if (link.matches(".brand") && location.pathname === "/") return /** @type {HTMLElement} */ (document.querySelector(".menu-button")).click();
  go(link.getAttribute("href"));
}

export function go(path) {
  // The console is a page of its own.
  if (/^\/console(\/|$|\?|#)/.test(path)) return location.assign(path);
  history.replaceState({ scroll: scrollY }, "");
  history.pushState(null, "", path);
  scrollTo(0, 0);
  return show();
}

function frame() {
  const path = location.pathname;
  document.body.classList.toggle("wizard", isStep(path, location.search));
  showParts(document.getElementById("navigation"), ways(state.app, path, look, text), path, text);
  const isIn = state.me && state.me.kind !== "guest";
  inbox?.follow(isIn ? state.me.id : null);
  reminders?.remind(isIn ? state.me.id : null, instant, (title, words) => announce(`${title}: ${words}`));
  const more = state.app.pages.filter(page => page.menu).map(page => ({ href: address(page), title: page.title, icon: page.icon }));
  replace(document.getElementById("menu"), menuButton({ me: isIn ? state.me : null, text, ways: more, signOut }));
  replace(document.getElementById("account"), isIn
    ? [inbox?.bell(text), myself(state.me)]
    : element("a", { class: "button", href: `/sign-in?back=${encodeURIComponent(path)}` }, text("signIn")));
}

function myself({ name, picture }) {
  return element("a", { class: "button plain me-button", href: "/account" }, picture && element("img", { class: "avatar", src: picture, alt: "" }),
    element("span", {}, name));
}

// What stands around every page, in the words of its language.
function foot() {
  const skip = /** @type {HTMLElement} */ (document.querySelector(".skip"));
  skip.textContent = text("skipTo");
  // As a link it would draw the page anew.
  skip.onclick = event => (event.preventDefault(), main.focus());
  for (const [id, key] of [["account", "account"], ["navigation", "mainParts"]]) document.getElementById(id).ariaLabel = text(key);
  replace(document.getElementById("foot"), [["/help", "help"], ["/help/contact", "help.contact"]].map(([href, key]) =>
    element("a", { href }, text(key))));
}

// Without a connection the session ends with the next one; on this device it has ended.
async function signOut() {
  await endSession();
  return signedOut();
}

async function endSession() {
  localStorage.setItem("sign-out-due", "yes");
  try {
    await post("/v1/auth/logout");
  } catch (problem) {
    if (isUnreachable(problem)) return;
  }
  localStorage.removeItem("sign-out-due");
}

async function signedOut() {
  await signedOutHere();
  state.me = null;
  await queue.own(null, text);
  await go("/sign-in");
}

async function show() {
  const turn = ++state.turn;
  state.leave?.();
  main.setAttribute("aria-busy", "true");
  Object.assign(state, { leave: null, isDrawing: true, isStale: false, isMissing: false, age: null });
  showAge();
  frame();
  accent(main, look(location.pathname.split("/")[1]).accent);
  sponsor().catch(() => null);
  // Each page has a place of its own: one that comes late draws over no other.
  main.replaceWith(main = /** @type {HTMLElement} */ (main.cloneNode()));
  replace(main, element("p", { class: "muted" }, text("loading")));
  try {
    const leave = await page(main) ?? null;
    if (turn !== state.turn) return leave?.();
    state.leave = leave;
    sessionStorage.removeItem("fetched-anew");
  } catch (problem) {
    await lost(problem);
    if (turn !== state.turn) return;
    state.isMissing = state.isOffline;
    if (isScript(problem) && !state.isMissing && isFirst(problem)) return location.reload();
    replace(main, state.isMissing ? element("p", { class: "muted", role: "alert" }, text("notKept"))
      : element("p", { class: "error", role: "alert" }, text("failed", { reason: problem.message })), mayBeHidden(problem) && signInFirst(), problem.code === "second-factor-required" && element("a", { class: "button", href: "/account/security" }, text("protect.go")), problem.status === 404 && wayHome(text));
  }
  state.isDrawing = main.toggleAttribute("aria-busy", false);
  document.title = [main.querySelector("h1")?.textContent, "Fieldhouse"].filter(Boolean).join(" – ");
  // Where a page begins with a field it has the focus already.
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  if (state.app.usage && state.me && !state.isOffline) import("/usage.js").then(usage => usage.seen({ app: state.app, me: state.me }, location.pathname)).catch(() => null);
}

// A script that does not come says nothing of why.
const isScript = problem => problem instanceof TypeError && /\bmodule\b/.test(problem.message);

// A page that could not be read is drawn once the host answers, also when it has done so meanwhile: nobody else will ask for it. For a script
// the host is asked whether it is there.
async function lost(problem) {
  if (isScript(problem)) await get("/v1/app").catch(() => null);
  if (isUnreachable(problem)) reached(false);
}

// A script that the connection lost is fetched anew once; one that does not come then either is missing.
function isFirst({ message }) {
  const isNew = sessionStorage.getItem("fetched-anew") !== message;
  sessionStorage.setItem("fetched-anew", message);
  return isNew;
}

// Shows an advertisement beside a page that has one, and none beside another.
async function sponsor() {
  if (!state.app.advertisements?.length) return;
  const wanted = sponsored();
  (await import("/advertisement.js")).showAdvertisement(wanted?.area, wanted?.path ?? "", text);
}

// The page of a plugin beside which there may be an advertisement.
function sponsored() {
  const [area, ...path] = location.pathname.split("/").filter(Boolean);
  return state.app.advertisements?.includes(area) ? { area, path: path.join("/") } : null;
}

const tours = () => import("/tour/tour.js");
const tour = async () => (await tours()).showTour({ me: state.me, text, steps: (await import("/tour/steps.js")).steps(state.app, address) });

// The first time that somebody is at home the tour comes; on a later day, once, a question.
const greet = async () => await (await tours()).isDue(state.me) ? location.pathname === "/" && tour()
  : location.pathname === "/" && state.me && state.me.kind !== "guest" && !state.isOffline && (await import("/help/mood.js")).askOnce(context("", ""));

// Whether what is not shown to nobody in particular may be shown to whoever signs in.
function mayBeHidden({ status }) {
  return !state.isMissing && [401, 403, 404].includes(status) && (!state.me || state.me.kind === "guest");
}

const signInFirst = () => [element("p", {}, text("mayBeHidden")),
  element("p", { class: "row" }, element("a", { class: "button", href: `/sign-in?back=${encodeURIComponent(location.pathname)}` }, text("signIn")))];

async function page(root) {
  const path = location.pathname.replace(/\/$/, "") || "/";
  if (path === "/") return home();
  const own = (await import("/routes.js")).shellPage(path);
  if (own) return own.draw(/** @type {any} */ ({ ...context(path, ""), root, kinds: (state.app.groups ?? []).map(kind => ({ ...kind, game: look(kind.area).title })), tour, parts, languages: state.app.languages, version: state.app.version, usage: state.app.usage, ...own.isKept && { get: reader() } }));
  const found = closest(state.app.pages, path);
  if (!found) return replace(root, element("p", {}, text("notFound")), wayHome(text));
  return run(found.page, path.slice(found.page.area.length + 2), found.parameters, { root });
}

// The pages of plugins that also stand on one of the app's own, such as that of a person.
function parts(path, parameters) {
  return state.app.pages.filter(page => page.path === path).map(page => ({ ...look(page.area), draw: part => run(page, "", parameters, { ...part, isPart: true }) }));
}

// Runs a script of a plugin: that of a page, or of a part of one, or that of its cards of today. A page always needs its words; cards say
// which ones they need, and who has nothing of a plugin today needs none.
async function run({ area, script, access }, path = "", parameters = {}, part = null, isHome = false) {
  if (isHome && access === "account" && !state.me) return {};
  const loading = import(`/plugins/${area}/${script.replace(/^web\//, "")}`);
  const words = query => read(shell, `/v1/app/texts/${area}${query}`).catch(problem => {
    if (isUnreachable(problem)) throw problem;
    return { texts: {} };
  });
  const early = isHome ? null : words("");
  early?.catch(() => null);
  const module = await loading;
  if (isHome && module.isFor && !module.isFor(state.me)) return {};
  const begun = isHome && module.begin?.({ me: state.me, get: reader() });
  const { texts } = await (early ?? words(module.texts ? `?keys=${module.texts}` : ""));
  return module.default({ ...context(area, path, parameters, texts), get: reader(), begun, ...part });
}

// How what is a plugin's looks: by the first of its pages that says so.
function look(area) {
  const own = state.app.pages.filter(page => page.area === area);
  const [title] = own.filter(page => page.navigation).concat(own).map(page => page.title);
  return { title, accent: own.find(page => page.accent)?.accent, icon: own.find(page => page.icon)?.icon };
}

// The time by the host's clock, reckoned by the device's, which may be wrong, or the host's a simulated one.
function instant() {
  return new Date(Date.now() + state.ahead).toISOString();
}

// A page's own texts, of its plugin's tables, are looked at first, and by that page alone.
function context(area, path, parameters = {}, own = {}) {
  return {
    root: main, area, path, parameters, me: state.me, now: state.app.clock.now, instant, language, text: (key, values) => text(key, values, own), go, signOut, signedOut, crest, icon, get, post, newKey, put, patch, remove, watch, announce, element, replace, sheet: name => element("link", { rel: "stylesheet", href: asset(`/plugins/${area}/${name}`) }), said, action: (label, run, kind, say) => action(label, run, kind, say, text("received")), confirmed: run => confirmed(run, text("received")), asked,
    queue: { enter: queue.enter, list: queue.list, onChange: queue.onChange },
    signedIn: async back => {
      localStorage.removeItem("sign-out-due");
      localStorage.setItem("signed-in", "yes");
      const guest = state.me?.kind === "guest" ? state.me.id : null;
      state.me = await whoAmI();
      await knowInbox();
      if (guest && state.me) await queue.handOver(guest, state.me.id);
      await queue.own(state.me?.id ?? null, text);
      (await import("/purpose.js")).reachPurpose();
      await go(back);
    },
    // Goes to a page in the place of this one: back leads to what was before.
    replaceBy: path => {
      history.replaceState(null, "", path);
      return show();
    },
    // Buttons by which people share a page of the app: `message` makes from the link the text in which it stands.
    share: async (path, title, message) => (await import("/people/sharing.js")).shareButtons(context("", ""), message, path, title),
    // What people post about a thing of the plugin's: `node` stands where the page puts it. The page watches its `topics` beside its
    // own, tells it what it `hear`s, and has it `catchUp` when the stream has begun.
    feed: async (kind, thing) => (await import("/feeds/feed.js")).thingFeed({ ...context("", ""), get: reader() }, area, kind, thing),
    mayLocate: async why => (await import("/place.js")).mayLocate(text, why), countryAt: async place => (await import("/country.js")).countryAt(place),
    // After a change of the account: what is known of it is asked anew, and the page drawn again, or another one.
    changed: async path => {
      state.me = await whoAmI();
      await (path ? go(path) : show());
    },
  };
}

async function home() {
  const games = doors(state.app.pages).map(page => ({ ...look(page.area), href: address(page), title: page.title, icon: page.icon }));
  const films = node => atLeisure(async () => {
    const { items } = await readForPage(`/v1/content/pages?section=tutorials&language=${language}`).catch(() => ({ items: [] }));
    if (items.length) replace(node, (await import("/help/films.js")).filmCard(items, text));
  });
  const sources = (state.app.home ?? []).map(home => ({ area: home.area, ...look(home.area), load: () => run(home, "", {}, null, true) }));
  const leave = await todayPage({ ...context("/", ""), get: reader(), games, films }, sources);
  atLeisure(greet);
  return leave;
}

start().catch(problem => {
  document.getElementById("splash")?.remove();
  replace(main, element("p", { class: "error", role: "alert" }, state.isOffline ? text("notKept") : problem.message));
});
