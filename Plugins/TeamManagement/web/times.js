// Days and times on the wall of a zone.
import { format, instantOf, moment, ownZone, wallTime } from "/formats.js";

export { ownZone } from "/formats.js";

// What clocks of a zone show: { day: "2025-09-02", time: "18:00" }.
export function wall(instant, zone) {
  const [day, time] = wallTime(instant, zone).split("T");
  return { day, time };
}

// The instant at which clocks of a zone show a day and a time, as RFC 3339 says it.
export const instant = (day, time, zone) => instantOf(`${day}T${time}`, zone);

export const addDays = (day, count) => new Date(Date.parse(`${day}T00:00:00Z`) + count * 864e5).toISOString().slice(0, 10);
export const weekday = day => new Date(`${day}T00:00:00Z`).getUTCDay();

// The first day of the week that a day is in, as the language has it: 0 for Sunday.
export function weekStart(day, language) {
  const locale = new Intl.Locale(language);
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }).firstDay % 7;
  return addDays(day, -((weekday(day) - first + 7) % 7));
}

export const monthStart = day => `${day.slice(0, 8)}01`;
export function addMonths(day, count) {
  const [year, month] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

// The first and the last day of what has no hours, where it takes place.
export const wholeDays = event => [wall(event.startsAt, event.timeZone).day, addDays(wall(event.endsAt, event.timeZone).day, -1)];

export function daysName(app, event, options) {
  const [first, last] = wholeDays(event).map(day => new Date(`${day}T00:00:00Z`));
  return new Intl.DateTimeFormat(app.language, { timeZone: "UTC", ...options }).formatRange(first, last);
}

/** From when to when an event is: in the reader's time zone, and below, where clocks there show something else, in that of the event.
 * @type {(app: any, event: { allDay: boolean, startsAt: string, endsAt: string, timeZone: string }, day: Intl.DateTimeFormatOptions) => string[]} */
export function spans(app, event, day) {
  if (event.allDay) return [daysName(app, event, day)];
  const span = timeZone => format(app.language, { ...day, hour: "numeric", minute: "2-digit", timeZone, timeZoneName: "short" })
    .formatRange(new Date(event.startsAt), new Date(event.endsAt));
  const isElsewhere = [event.startsAt, event.endsAt].some(at => wallTime(at) !== wallTime(at, event.timeZone));
  return [span(ownZone()), ...isElsewhere ? [app.text("timeThere", { time: span(event.timeZone) })] : []];
}

// When an event begins, as lists say it; what has no hours has its days alone.
export const begins = (app, event) => event.allDay ? daysName(app, event, { weekday: "short", day: "numeric", month: "short" }) : moment(app, event.startsAt);

export const dayName = (app, day, options) => new Intl.DateTimeFormat(app.language, { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));
