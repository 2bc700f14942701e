// How disc golf says what it counts. The page of today loads it too, so it holds no more than that.

// Throws above par as people say them: E for even.
export function toPar(app, value) {
  if (value === 0) return app.text("even");
  return new Intl.NumberFormat(app.language, { signDisplay: "always" }).format(value).replace("-", "−");
}

export const courseName = (app, { courseName, layoutName = null }) =>
  [courseName || app.text("unspecified"), layoutName].filter(Boolean).join(" · ");

// The names of a team.
export const teamName = (app, players) => new Intl.ListFormat(app.language, { type: "unit" }).format(players.map(player => playerName(app, player)));

// Who has left the platform has no name any more.
export const playerName = (app, player) => player.name || app.text("formerPlayer");
