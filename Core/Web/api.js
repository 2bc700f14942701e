// Calls to the host. The session is an HttpOnly cookie, so no script ever holds a token.
import { taken } from "/early.js";

export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? "The host cannot be reached.");
    this.status = status;
    this.code = document.code ?? "unreachable";
    this.errors = document.errors ?? [];
  }
}

// Nobody has answered, or somebody before the host, who knows nothing of it.
export const isUnreachable = problem => problem.code === "unreachable";

// A value of a mistake, as the page's language writes it.
const shown = value => typeof value === "number" ? new Intl.NumberFormat(document.documentElement.lang).format(value) : value;

/** What is refused, in the words of a table: the game's own for the field or the code, else the host's for the field, with what the mistake's values
 * say, or for the code alone. A sentence whose values are not known is passed over; without any it is what the host said itself.
 * @type {(texts: Record<string, string>, area: string, refusal: any) => string} */
export function wording(texts, area, { code, pointer, values = {}, detail, message }) {
  const field = pointer?.split("/").filter(part => /\D/.test(part)).join(".");
  // Whoever has entered nothing is not told how many characters that is.
  const isEmpty = code === "too-short" && values.least === 1;
  const keys = [field && `${area}/${code}.${field}`, `${area}/${code}`, field && `${code}.${field}`, !isEmpty && `${code}.exact`, code];
  const found = keys.map(key => texts[`problem.${key}`]).find(text => text && [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in values));
  return found?.replace(/\{(\w+)\}/g, (_, name) => shown(values[name])) ?? detail ?? message;
}

// How long a refusal waits for its sentence, in milliseconds.
const PATIENCE = 1500;

/** @type {Promise<Record<string, string>> | null} */
let sentences = null;

/** What the host refuses of a call of this path, in the words of the page's language where a table has some; in English the host's own say more.
 * @type {(refusal: any, path?: string) => Promise<any>} */
export async function worded(refusal, path = "") {
  if (document.documentElement.lang === "en" || !refusal?.code) return refusal;
  sentences ??= import("/kept.js").then(({ read, shell }) => read(shell, "/v1/app/texts/problems")).then(({ texts }) => texts).catch(() => {
    sentences = null;
    return {};
  });
  const texts = await Promise.race([sentences, new Promise(done => setTimeout(done, PATIENCE, {}))]);
  const say = problem => wording(texts, path.split("/")[2], problem);
  const errors = refusal.errors?.map(error => ({ ...error, detail: say(error) }));
  return { ...refusal, errors, detail: refusal.code === "invalid-input" ? errors?.[0]?.detail ?? refusal.detail : say(refusal) };
}

/** @type {(isReached: boolean) => void} */
let tell = () => null;

// Tells after each call whether the host has answered.
export function onReached(hear) {
  tell = hear;
}

// What is sent past these calls tells of it as well.
export const tellReached = isReached => tell(isReached);

let received = 0;

/** How many calls have been received that send something. Signing in is none: the page that it leads to says enough. */
export const receivedSoFar = () => received;

/** @type {(path: string) => void} */
let hear = () => null;

// Tells of each call that was received and sends something.
export function onSent(listen) {
  hear = listen;
}

// What is sent past these calls tells of it as well.
export const tellSent = path => hear(path);

let showAgain = null;

// Asks for a proof of who is in the session where the host wants one; true when it was given, and the call is repeated.
export function onStepUp(ask) {
  showAgain = ask;
}

let lead = () => null;

/** Is told when the host refuses to do something without the second factor of whoever looks after it. */
export function onUnprotected(tell) {
  lead = tell;
}

// Answers that hold secrets are never kept for a repetition.
const isSecret = path => /^\/v1\/(auth\/|me\/second-factor|me\/invitations|me\/friend-code|me\/identities|groups\/[^/]+\/[^/]+\/links$)/.test(path);

// A request that may be sent again has a key of its own, by which the host does it once; null is for none, where the host keeps no answer.
export async function call(method, path, body, key) {
  const headers = { "accept": "application/json", "accept-language": document.documentElement.lang };
  const isFile = body instanceof Blob;
  if (body !== undefined) headers["content-type"] = isFile ? body.type : "application/json";
  if (method !== "GET") headers["x-fieldhouse-session"] = "cookie";
  if (key !== null && (key !== undefined || method === "POST" && !isSecret(path))) headers["idempotency-key"] = key ?? newKey();
  let response = method === "GET" ? await taken(path) : null;
  try {
    response ??= await fetch(path, { method, headers, credentials: "same-origin", body: isFile ? body : body && JSON.stringify(body) });
  } catch {
    tell(false);
    throw new Problem(0, {});
  }
  const document_ = response.status === 204 ? null : await response.json().catch(() => ({}));
  // Whoever is not signed in is led to sign in; and the sentences themselves are not waited for by what asks for them.
  const isPlain = response.status === 401 || path.startsWith("/v1/app");
  const problem = response.ok ? null : new Problem(response.status, isPlain ? document_ : await worded(document_, path));
  tell(!problem || !isUnreachable(problem));
  if (!problem) {
    if (method !== "GET" && !path.startsWith("/v1/auth/")) {
      received += 1;
      hear(path);
    }
    return document_;
  }
  if (problem.code === "step-up-needed" && showAgain && await showAgain()) return call(method, path, body, key);
  if (problem.code === "second-factor-required" && method !== "GET") lead();
  if (problem.code === "idempotency-key-refused" && key !== null) return call(method, path, body, null);
  throw problem;
}

/** The keys of what was sent and of which nobody knows whether the host has it, and what is under way. */
const [unsure, underWay] = [new Map(), new Map()];

// What somebody sends again in the same words, because no answer came or by pressing twice, is the same submission, and is done once.
function once(path, body) {
  const same = `${path}\n${JSON.stringify(body)}`;
  if (underWay.has(same)) return underWay.get(same);
  const key = unsure.get(same) ?? newKey();
  unsure.set(same, key);
  const sending = call("POST", path, body, key).catch(problem => {
    if (!isOpen(problem)) unsure.delete(same);
    throw problem;
  }).then(answer => {
    unsure.delete(same);
    return answer;
  }).finally(() => underWay.delete(same));
  underWay.set(same, sending);
  return sending;
}

// Whether the host may have done all the same what it was asked for.
const isOpen = ({ status, code }) => status === 0 || status >= 500 || status === 408 || code === "idempotency-key-in-flight";

export const get = path => call("GET", path);
export const newKey = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);
export const post = (path, body, key) => key !== undefined || isSecret(path) || body instanceof Blob ? call("POST", path, body ?? {}, key) : once(path, body ?? {});
export const put = (path, body) => call("PUT", path, body ?? {});
export const patch = (path, body) => call("PATCH", path, body ?? {});
export const remove = path => call("DELETE", path);

export const upload = (path, file) => call("PUT", path, file);

let live = null;
/** Loads what watching is made of (live.js). */
export const watching = async () => live ??= await import("/live.js");

/** Watches topics, at once where what that is made of has been loaded. */
export function watch(topics, onEvent, onOpen, onRefused) {
  if (live) return live.watch(topics, onEvent, onOpen, onRefused);
  let end = null;
  let isOver = false;
  const begin = () => watching().then(found => { if (!isOver) end = found.watch(topics, onEvent, onOpen, onRefused); }).catch(() => isOver || setTimeout(begin, 3000));
  // The first page of a new device, which alone has not loaded it, is drawn before.
  (globalThis.requestIdleCallback ?? setTimeout)(() => isOver || begin());
  return () => {
    isOver = true;
    end?.();
  };
}
