// How pages say times, and read them: as clocks show them in the zone that was chosen on this device (settings/zone.js), else in the device's own.
// A page of a plugin imports it as "/formats.js" and hands over its `app`.

/** A zone's name as this browser writes it; null where it knows none of that name. Abbreviations are none: EST has no summer.
 * @type {(name: string) => string | null} */
export function knownZone(name) {
  try {
    return /\/|^utc$/i.test(name) ? new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone : null;
  } catch {
    return null;
  }
}

/** The zone that was chosen on this device; null for the device's own. Another one is chosen by loading the page anew. */
export const chosenZone = knownZone(globalThis.localStorage?.getItem("zone") ?? "");

export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The name of the zone that the person has times in. */
export const ownZone = () => chosenZone ?? deviceZone();

/** What writes instants in the person's zone, unless `options` name another one.
 * @type {(language: string, options?: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat} */
export const format = (language, options = {}) => new Intl.DateTimeFormat(language, { ...options, timeZone: options.timeZone ?? chosenZone ?? undefined });

/** An instant (RFC 3339) in the reader's language and time zone: its day and its minute, unless `options` say otherwise.
 * @type {(app: any, instant: string, options?: Intl.DateTimeFormatOptions) => string} */
export const moment = (app, instant, options = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }) =>
  format(app.language, options).format(new Date(instant));

/** An instant's time of the day alone. */
export const hour = (app, instant) => moment(app, instant, { hour: "numeric", minute: "2-digit" });

const clocks = new Map();

// What clocks of a zone show at an instant (milliseconds), as if it were UTC.
function shown(at, zone) {
  if (!clocks.has(zone)) clocks.set(zone, new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", { timeZone: zone, hourCycle: "h23",
    year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" }));
  const { year, month, day, hour, minute, second } = Object.fromEntries(clocks.get(zone).formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** What clocks show at an instant, as fields of a day and a time hold it: "2024-08-17T07:30".
 * @type {(instant: string | number | Date, zone?: string) => string} */
export const wallTime = (instant, zone = ownZone()) => new Date(shown(new Date(instant).getTime(), zone)).toISOString().slice(0, 16);

/** The day of an instant: "2024-08-17".
 * @type {(instant: string | number | Date, zone?: string) => string} */
export const dayOf = (instant, zone) => wallTime(instant, zone).slice(0, 10);

/** The instant at which clocks show a day and a time, or begin a day, as RFC 3339 says it. A time that does not exist moves forward by what is left
 * out; of one that exists twice it is the first. Throws a `RangeError` where it is no time.
 * @type {(wall: string, zone?: string) => string} */
export function instantOf(wall, zone = ownZone()) {
  const wanted = Date.parse(`${wall.includes("T") ? wall : `${wall}T00:00`}Z`);
  // By what clocks differed from UTC the day before, and by what they will the day after.
  const [before, after] = [-864e5, 864e5].map(by => wanted + by - shown(wanted + by, zone)).map(offset => wanted + offset);
  return new Date(shown(before, zone) === wanted || shown(after, zone) !== wanted ? before : after).toISOString().replace(".000Z", "Z");
}
