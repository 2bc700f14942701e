// What every page begins with is asked for while its scripts are still on their way: this one comes before all others.

const chosen = localStorage.getItem("language") ?? navigator.languages.join(",");
const isIn = localStorage.getItem("signed-in") && !localStorage.getItem("sign-out-due");
const headers = { "accept": "application/json", "accept-language": chosen };

const asked = new Map(["/v1/app", "/v1/app/texts/app", isIn && "/v1/me"].filter(Boolean).map(path =>
  [path, fetch(path, { headers, credentials: "same-origin" }).catch(() => null)]));

// The first date that is written takes long; what that needs is made ready meanwhile.
try {
  new Intl.DateTimeFormat(chosen.split(","), { weekday: "long", day: "numeric", month: "long" }).format(new Date());
} catch {
  // A language that nobody knows: the host says which it is.
}

/** The answer to what was asked early, once; null where it was not, or where none came. */
export async function taken(path) {
  const answer = asked.get(path) ?? null;
  asked.delete(path);
  return answer;
}
