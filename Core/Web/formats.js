// How pages of plugins say times. A page imports it as "/formats.js" and hands over its `app`.

/** An instant (RFC 3339) in the reader's language and time zone: its day and its minute, unless `options` say otherwise.
 * @type {(app: any, instant: string, options?: Intl.DateTimeFormatOptions) => string} */
export const moment = (app, instant, options = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }) =>
  new Intl.DateTimeFormat(app.language, options).format(new Date(instant));

/** An instant's time of the day alone. */
export const hour = (app, instant) => moment(app, instant, { hour: "numeric", minute: "2-digit" });
