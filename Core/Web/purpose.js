// Why somebody came who had to sign in or up first: where to go on, however the sign-in goes – by a link in a mail too,
// which opens in another tab.
const key = "purpose";
const longest = 24 * 3600 * 1000;

export function keepPurpose(path) {
  localStorage.setItem(key, JSON.stringify({ path, until: Date.now() + longest }));
}

export function forgetPurpose() {
  localStorage.removeItem(key);
}

// The path to go on at; nothing when there is none, or it was kept too long ago.
export function purpose() {
  try {
    const { path, until } = JSON.parse(localStorage.getItem(key) ?? "{}");
    return until > Date.now() && until <= Date.now() + longest ? path : null;
  } catch {
    return null;
  }
}
