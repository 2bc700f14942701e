// Making an account a coach's or an athlete's: also the way in for whoever has none yet.
import { base, look, path } from "./shared.js";

export default async function page(app) {
  const kind = app.parameters.kind === "coach" ? "coach" : "athlete";
  const head = [look(app), app.element("h1", {}, app.text(`account.${kind}`)), app.element("p", { class: "card" }, app.text(`account.${kind}.about`))];
  if (!app.me || app.me.kind === "guest") {
    const back = encodeURIComponent(path(app, "accounts", kind));
    return app.replace(app.root, head, app.element("p", {}, app.text("account.first")), app.element("div", { class: "row" },
      app.element("a", { class: "button", href: `/register?back=${back}` }, app.text("account.register")),
      app.element("a", { class: "button plain", href: `/sign-in?back=${back}` }, app.text("account.signIn"))));
  }
  const make = async () => {
    const answer = await app.put(`${base}/me/${kind}`);
    const isAsked = kind === "coach" && !answer?.isCoach;
    app.announce(app.text(isAsked ? "asked" : `account.${kind}.made`));
    await app.go(path(app));
  };
  app.replace(app.root, head, app.action(app.text(`account.${kind}.create`), make, ""));
}
