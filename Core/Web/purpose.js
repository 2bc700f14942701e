// Why somebody came who had to sign in or up first: where to go on, however the sign-in goes – by a link in a mail too,
// which opens in another tab.
const key = "purpose";
const longest = 24 * 3600 * 1000;

const given = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    return kept.until > Date.now() && kept.until <= Date.now() + longest ? kept : {};
  } catch {
    return {};
  }
};

export function keepPurpose(path) {
  localStorage.setItem(key, JSON.stringify({ path, until: Date.now() + longest }));
}

// Somebody has said that this is what the signing in is for.
export function wantPurpose(path) {
  localStorage.setItem(key, JSON.stringify({ path, isWanted: true, until: Date.now() + longest }));
}

export function forgetPurpose() {
  localStorage.removeItem(key);
}

// Forgets why somebody came; true when it was said that this path is what the signing in was for.
export function takePurpose(path) {
  const { path: kept, isWanted } = given();
  forgetPurpose();
  return Boolean(isWanted) && kept === path;
}

// Somebody goes on where they came for. What the signing in was for is still to be done there.
export function reachPurpose() {
  if (!given().isWanted) forgetPurpose();
}

// The path to go on at; nothing when there is none, or it was kept too long ago.
export function purpose() {
  return given().path ?? null;
}
