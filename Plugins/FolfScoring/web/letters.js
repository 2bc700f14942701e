// The letters on the head of a card that are proposed for who has saved none, by the rule that stands in Rules/CardName.swift: a phone
// without a connection shows what the host will.
const alphabet = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** From a display name, for the row at a position from 0, and other than those that are taken. */
export function proposed(name, seat, taken) {
  let [letters, further] = parts(name.toUpperCase().normalize("NFC").split(/\p{White_Space}+/u)
    .map(word => [...word.matchAll(/\p{L}/gu)].map(([letter]) => letter)).filter(word => word.length));
  if (letters.length < 2) [letters, further] = [["P", alphabet[seat % alphabet.length]], []];
  const wanted = letters.join("");
  if (!taken.includes(wanted)) return wanted;
  const near = [...further, ...alphabet].map(third => letters[0] + letters[1] + third);
  const far = alphabet.flatMap(second => alphabet.map(third => letters[0] + second + third));
  return [...near, ...far].find(one => !taken.includes(one)) ?? wanted;
}

/** Those of the rows of a card by their names, one after the other. */
export const proposals = names => names.reduce((taken, name, seat) => [...taken, proposed(name, seat, taken)], []);

// The letters that are proposed, and those that follow the last of them in its word.
function parts(words) {
  if (words.length === 1) return [words[0].slice(0, 3), words[0].slice(3)];
  const used = words.slice(0, 3);
  return [used.map(word => word[0]), used.at(-1)?.slice(1) ?? []];
}
