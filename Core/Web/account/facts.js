// What a profile says of somebody, as far as whoever looks may see it.
import { element } from "/dom.js";
import { dayOf } from "/formats.js";

// A day without a time: month, day and year as English forms have them, else as the language has it.
function day(page, text) {
  const date = new Date(`${text}T00:00:00Z`);
  if (page.language !== "en") return new Intl.DateTimeFormat(page.language, { dateStyle: "long", timeZone: "UTC" }).format(date);
  const [year, month, number] = text.split("-");
  return `${month}-${number}-${year}`;
}

// How many years are full on the day of `now` where whoever looks is.
function age(page, born) {
  const [year, month, day] = born.split("-").map(Number);
  const [thisYear, thisMonth, today] = dayOf(page.instant?.() ?? page.now).split("-").map(Number);
  const isAhead = thisMonth < month || thisMonth === month && today < day;
  return new Intl.NumberFormat(page.language, { style: "unit", unit: "year", unitDisplay: "long" }).format(thisYear - year - (isAhead ? 1 : 0));
}

const measure = (page, value, unit) => new Intl.NumberFormat(page.language, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);

/** What one has told of one's body, as the facts of the own profile. */
export const bodyFacts = (page, body) => [["height", body.height && measure(page, body.height, "centimeter")], ["weight", body.weight && measure(page, body.weight, "kilogram")],
  ["fitnessLevel", body.fitnessLevel && page.text(`fitness.${body.fitnessLevel}`)]].map(([key, value]) => [key, value, undefined, key]);

const country = (page, code) => new Intl.DisplayNames([page.language, "en"], { type: "region", fallback: "code" }).of(code);

// First and last name as they were told; what is shown instead of a name that is not told counts as a first name.
function names(person) {
  if (person.firstName || person.lastName) return [person.firstName, person.lastName];
  return [person.fullName === null ? "" : person.name, ""];
}

/** The facts of a profile in a card, with those of `more`; nothing where there are none. */
export function facts(page, person, more = []) {
  const [first, last] = names(person);
  const all = [["firstName", first], ["lastName", last], ["dateOfBirth", person.dateOfBirth && day(page, person.dateOfBirth)], ["age", person.dateOfBirth && age(page, person.dateOfBirth)], ["country", person.country && country(page, person.country)],
    ["gender", person.gender && page.text(`gender.${person.gender}`)], ["phone", person.phone && `+${person.phone}`, "ltr"], ["email", person.email, "ltr"], ...more].filter(([, value]) => value);
  return all.length > 0 && element("dl", { class: "facts card" }, all.map(([name, value, dir, key]) => [element("dt", {}, page.text(key ?? `field.${name}`)), element("dd", {}, element("bdi", { dir }, value))]));
}
