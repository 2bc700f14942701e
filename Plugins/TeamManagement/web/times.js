// Days and times on the wall of a zone.
import { moment } from "/formats.js";

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const parts = (instant, zone) => Object.fromEntries(new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", { timeZone: zone, hourCycle: "h23",
  year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" })
  .formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));

// What clocks of a zone show: { day: "2025-09-02", time: "18:00" }.
export function wall(instant, zone) {
  const { year, month, day, hour, minute } = parts(instant, zone);
  return { day: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}` };
}

function offset(instant, zone) {
  const { year, month, day, hour, minute, second } = parts(instant, zone);
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - Math.floor(instant / 1000) * 1000;
}

// The instant at which clocks of a zone show a day and a time, as RFC 3339 says it.
export function instant(day, time, zone) {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const [before, after] = [wanted - offset(wanted - 864e5, zone), wanted - offset(wanted + 864e5, zone)];
  const shows = at => at + offset(at, zone) === wanted;
  return new Date(shows(before) || !shows(after) ? before : after).toISOString().replace(".000Z", "Z");
}

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

// When an event begins, as lists say it; what has no hours has its days alone.
export const begins = (app, event) => event.allDay ? daysName(app, event, { weekday: "short", day: "numeric", month: "short" }) : moment(app, event.startsAt);

export const dayName = (app, day, options) => new Intl.DateTimeFormat(app.language, { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));
