// What walking clubs show today: yesterday's session with its points, and a walk that one can check in at.
import { base, earlier } from "./common.js";

export const texts = ["homeYesterday", "homeSteps", "homeStepsOnly", "receipt", "checkIn", "walkOpen"];

export const isFor = me => Boolean(me) && me.kind !== "guest";

export default async function home(app) {
  const me = await app.get(`${base}/me`);
  if (!me.club) return {};
  const yesterday = earlier(me.today);
  const [{ items: days }, { items: walks }] = await Promise.all([app.get(`${base}/me/days?limit=2`), app.get(`${base}/clubs/${encodeURIComponent(me.club.id)}/walks`)]);
  const day = days.find(one => one.day === yesterday);
  const number = value => new Intl.NumberFormat(app.language).format(value);
  return {
    cards: [
      ...walks.filter(walk => walk.isOpen && !walk.isMine).slice(0, 1).map(walk => ({ section: "now", key: `walk-${walk.id}`, heading: walk.title, detail: app.text("walkOpen"), until: walk.endsAt,
        action: { text: app.text("checkIn"), href: `/${app.area}/walks` } })),
      ...(day ? [{ section: "changed", key: "yesterday", badge: number(day.points ?? 0), heading: app.text("homeYesterday"), detail: app.text(day.metres === null || day.metres === undefined ? "homeStepsOnly" : "homeSteps", { n: number(day.steps) }),
        action: { text: app.text("receipt"), href: `/${app.area}/days/${day.day}` } }] : []),
    ],
    topics: [`${app.area}/me/${app.me.id}`, `${app.area}/clubs/${me.club.id}`],
  };
}
