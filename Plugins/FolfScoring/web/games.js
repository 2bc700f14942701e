// The games, in the order in which they are offered.
export const games = ["stroke", "skins", "match", "nassau", "stableford", "modified", "wolf", "bingo-bango-bongo", "birdie-or-die", "aggregate", "sudden-death"];

export const formats = ["own", "best-shot", "worst-shot", "tough-shot", "alternate-shot"];
