// Rounds that were begun on this device without a connection, and what phones tell one another of them.
import { proposals } from "./letters.js";
import { base } from "./shared.js";

const place = id => `folf-scoring.round.${id}`;

// Letters and digits by chance: enough that no two on a card are the same.
export function shortID(length = 10) {
  const signs = "abcdefghijklmnopqrstuvwxyz0123456789";
  return [...crypto.getRandomValues(new Uint32Array(length))].map(value => signs[value % signs.length]).join("");
}

export function draft(id) {
  try {
    return JSON.parse(localStorage.getItem(place(id)));
  } catch {
    return null;
  }
}

export const keep = found => localStorage.setItem(place(found.round), JSON.stringify(found));

export const forget = id => localStorage.removeItem(place(id));

// A new one on a layout of a course, or on none, with me on it.
export function begin(app, { course, courseName, layout, holes, tee, cardName }) {
  const me = shortID(20);
  const found = {
    round: shortID(20), passkey: shortID(20), course: course ?? null, courseName: courseName ?? "", layout: layout ?? "",
    holes: holes.map(({ number, par, length, tees }) => ({ number, par, ...length && { length }, ...tees?.length && { tees } })),
    games: [{ kind: "stroke" }], players: [{ id: me, name: app.me.name }], me, tee, cardName, startedAt: app.instant(), state: "lobby",
  };
  keep(found);
  return found;
}

// Through the queue: sent before whatever is entered on its card. The host knows by itself from which tee I play, and my letters.
export function bring(app, { state, tee, cardName, ...sent }) {
  const { round, ...body } = sent;
  return app.queue.enter({ path: `${base}/rounds/${round}`, body, title: app.text("bringRound", { course: body.courseName || app.text("unspecified") }),
    page: `/${app.area}/rounds/${round}` });
}

// As the host would answer it while it knows of nothing that was entered.
export function asRound(app, found) {
  // The normal tee where the layout does not have mine, as the host has it.
  const mine = found.holes.some(hole => hole.tees?.some(tee => tee.colour === found.tee)) ? found.tee : "red";
  const letters = proposals(found.players.map(player => player.name));
  const player = ({ id, name }, seat) => ({ id, name, account: id === found.me ? app.me.id : undefined, isHost: id === found.me, tee: id === found.me ? mine : "red", handicap: 0,
    cardName: id === found.me && found.cardName || letters[seat],
    strokes: [], throwCount: 0, toPar: 0, holes: 0, isComplete: false, isDisputed: false, isOut: false, nines: [], mayHandOn: false, cells: [] });
  return { id: found.round, state: "running", courseName: found.courseName, layoutName: found.layout, games: found.games, format: "own", tees: ["red"],
    holes: found.holes, me: found.me, isHost: true, isLocal: true, players: found.players.map(player), number: 1, invited: [], standings: [], version: 0,
    createdAt: found.startedAt, startedAt: found.startedAt };
}

// What another phone needs to be on the same card, and what was entered here: short names, packed, as letters of a link.
export async function packed(app, found) {
  const entries = (await app.queue.list()).filter(entry => entry.path.startsWith(`${base}/rounds/${found.round}/entries/`));
  const rows = found.players.map(player => player.id);
  const content = {
    r: found.round, k: found.passkey, c: found.course, n: found.courseName, l: found.layout, s: found.startedAt, g: found.games,
    h: found.holes.map(({ number, par, length }) => [number, par, length ?? 0]), p: found.players.map(({ id, name }) => [id, name]), m: found.me,
    e: entries.map(({ path, body: { player, hole, mark, value, more, base: older, enteredAt } }) =>
      [path.split("/").pop(), rows.indexOf(player), hole, value, older, enteredAt, ...mark ? [mark] : [], ...more ? [more] : []]),
  };
  return letters(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(content))));
}

/** What was packed: the round as another phone has it, and its entries. Throws for what is something else. */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  const { r, k, c, n, l, s, g, h, p, m, e } = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
  const found = { round: r, passkey: k, course: c, courseName: n, layout: l, startedAt: s, games: g, state: "running",
    holes: h.map(([number, par, length]) => ({ number, par, ...length && { length } })), players: p.map(([id, name]) => ({ id, name })) };
  const entries = e.map(([id, row, hole, value, older, enteredAt, mark, more]) => ({ id, player: p[row][0], hole, value, base: older, enteredAt, ...mark && { mark }, ...more && { more } }));
  return { found, from: m, entries };
}

// What this phone has together with what another one has: players are added, nobody goes.
export function joined(mine, theirs, me) {
  if (!mine) return { ...theirs, me };
  const known = new Set(mine.players.map(player => player.id));
  return { ...mine, players: [...mine.players, ...theirs.players.filter(player => !known.has(player.id))] };
}

async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => null);
  writer.close().catch(() => null);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

const letters = bytes => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
