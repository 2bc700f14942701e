// What somebody sees who is not signed in, or for whom nothing is there yet: what this place offers, and the next step.
import { accent } from "/colours.js";
import { element } from "/dom.js";
import { icon, letter } from "/signs.js";
import { style } from "/elements/part.js";

/** The entrance of the place, for whoever is not signed in. */
export function welcome(page) {
  return element("section", { class: "welcome" }, hero(page, "", element("p", { class: "row" }, element("a", { class: "button", href: "/welcome" }, page.text("welcome.start")),
    element("a", { class: "button ghost", href: "/sign-in?back=%2F" }, page.text("welcome.login")))), games(page));
}

/** What this place is, over a pitch seen from above, with the ways on from there. */
export function hero(page, kind, ways) {
  return element("div", { class: `hero ${kind}`.trim() }, element(kind ? "h1" : "p", { class: "claim" }, page.text("welcome")), element("p", {}, page.text("today.offer")), ways);
}

/** The games, each with its sign. */
const games = page => element("nav", { class: "entries", "aria-label": page.text("today.games") }, page.games.map(({ href, title, icon: name, accent: colour }) =>
  accent(element("a", { class: "card entry", href }, element("span", { class: "sign" }, name ? icon(name) : letter(title)), element("span", {}, title)), colour)));

/** Nothing needs anybody: the games are the next step. */
export function empty(page) {
  return [element("fh-empty", { icon: "check", heading: page.text("today.nothing"), detail: page.text("today.nothingHint") }), games(page)];
}

style(`
.hero { position: relative; isolation: isolate; overflow: hidden; background: linear-gradient(transparent, var(--shade)), var(--tone-0); color: var(--on-tone); border-radius: var(--corner-card); padding: var(--space-8) var(--space-6); margin-block-end: var(--space-4); }
.hero::before, .hero::after { content: ""; position: absolute; z-index: -1; border: .125rem solid color-mix(in srgb, var(--on-tone) 22%, transparent); }
.hero::before { inline-size: 14rem; block-size: 14rem; border-radius: 50%; inset-block-start: -7rem; inset-inline-end: 10%; }
.hero::after { inset: var(--space-2); border-radius: var(--corner); }
.hero .claim { font-size: var(--display); font-weight: 800; line-height: 1.1; margin: 0 0 var(--space-2); text-wrap: balance; }
.hero .button { background: var(--on-tone); color: var(--tone-0); border-color: var(--on-tone); border-radius: var(--round); padding-inline: var(--space-6); }
.hero .button.ghost { background: transparent; color: var(--on-tone); }
.hero .button.plain, .hero button.plain { background: transparent; border-color: transparent; color: var(--on-tone); padding-inline: var(--space-2); }
.hero.tall { min-block-size: min(34rem, calc(100dvh - 9rem)); max-inline-size: 34rem; margin-inline: auto; display: flex; flex-direction: column; justify-content: end; }
.hero .ways { display: grid; gap: var(--space-3); margin-block-start: var(--space-4); }
.hero :focus-visible { outline-color: var(--on-tone); }
.entry .sign { flex: none; inline-size: 3rem; block-size: 3rem; border-radius: var(--corner); display: grid; place-items: center; background: var(--tint); color: var(--brand); }
`);
