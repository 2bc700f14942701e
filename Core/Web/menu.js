// The side menu: who is signed in, and the ways to what is one's own and to what is everybody's.
import { action, asset, element } from "/dom.js";
import { icon } from "/signs.js";

/** Opens it. `ways` are what plugins add to it: `{ href, title, icon }`; `button` is what was pressed. */
export function openMenu({ me, text, ways, signOut }, button) {
  const close = () => box.close();
  const entry = ([href, title, sign]) => element("li", {}, element("a", { href }, icon(sign), element("span", {}, title)));
  const leave = element("button", { type: "button", class: "plain", "aria-label": text("close"), onclick: close }, icon("close"));
  const out = me && action(text("signOut"), () => {
    close();
    return signOut();
  }, "plain sign-out");
  const entries = [["/", text("home"), "home"], me && ["/account", text("profile"), "person"], ...ways.map(({ href, title, icon: sign }) => [href, title, sign ?? "star"]),
    ["/settings", text("settings"), "settings"], ["/help", text("help"), "quiz"]].filter(Boolean);
  // What lies around it closes it, and so does every way out of it.
  const box = element("dialog", { class: "menu", "aria-label": text("menu"), onclose: () => box.remove(),
    onclick: event => (event.target === box || event.target.closest("a")) && close() },
  element("div", {}, element("header", {}, who(me, text), leave), element("nav", { "aria-label": text("menu") }, element("ul", {}, entries.map(entry))), out));
  document.body.append(box);
  // Not every browser gives the focus to what is pressed; closed, the menu gives it back.
  button.focus();
  box.showModal();
}

// The picture and name of who is signed in, else the sign of the app and the way in.
function who(me, text) {
  if (!me) return element("p", { class: "who" }, element("img", { src: asset("/images/logo.svg"), alt: "", width: 48, height: 48 }), element("a", { class: "button", href: "/welcome" }, text("settings.enter")));
  return element("p", { class: "who" }, element("img", { class: "avatar", src: me.picture, alt: "", width: 48, height: 48 }), element("strong", {}, element("bdi", {}, me.name)));
}
