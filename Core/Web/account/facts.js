// What a profile says of somebody, as far as whoever looks may see it.
import { element } from "/dom.js";

// A day without a time: month, day and year as English forms have them, else as the language has it.
function day(page, text) {
  const date = new Date(`${text}T00:00:00Z`);
  if (page.language !== "en") return new Intl.DateTimeFormat(page.language, { dateStyle: "long", timeZone: "UTC" }).format(date);
  const [year, month, number] = text.split("-");
  return `${month}-${number}-${year}`;
}

const country = (page, code) => new Intl.DisplayNames([page.language, "en"], { type: "region", fallback: "code" }).of(code);

/** The facts of a profile in a card; nothing where there are none. */
export function facts(page, person) {
  const all = [["dateOfBirth", person.dateOfBirth && day(page, person.dateOfBirth)], ["country", person.country && country(page, person.country)],
    ["gender", person.gender && page.text(`gender.${person.gender}`)], ["phone", person.phone && `+${person.phone}`, "ltr"], ["email", person.email, "ltr"]].filter(([, value]) => value);
  return all.length > 0 && element("dl", { class: "facts card" }, all.map(([name, value, dir]) => [element("dt", {}, page.text(`field.${name}`)), element("dd", {}, element("bdi", { dir }, value))]));
}
