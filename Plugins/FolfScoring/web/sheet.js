// The card as this phone knows it: what the host has said last, and what was entered here since.

// What is noted of a hole beside throws.
export const marks = ["penalties", "putts", "disc", "bingo", "bango", "bongo", "wolf"];

const place = (player, hole, mark) => `${player}/${hole}/${!mark || mark === "throws" ? "" : mark}`;

export class Sheet {
  constructor(round, notes) {
    this.round = round;
    this.cells = new Map();
    for (const player of round.players) {
      for (const cell of player.cells) this.cells.set(place(player.id, cell.hole, cell.mark), { current: cell.current });
    }
    for (const note of notes) this.lay(note);
  }

  // An entry takes the place of those that it names, as the host does it.
  lay(note) {
    const key = place(note.player, note.hole, note.mark);
    const before = this.cells.get(key)?.current ?? [];
    if (before.some(entry => entry.id === note.id)) return;
    const left = before.filter(entry => !note.base.includes(entry.id));
    this.cells.set(key, { current: [...left, { id: note.id, value: note.value, more: note.more, by: null, isMine: true, isWaiting: note.isWaiting }] });
  }

  cell(player, hole, mark) {
    const current = this.cells.get(place(player, hole, mark))?.current ?? [];
    const values = [...new Set(current.map(entry => entry.value))].sort((one, other) => one - other);
    // Of discs each entry says a list, throw after throw, of which the value is the first.
    const lists = [...new Map(current.map(entry => [entry.value, ...entry.more ?? []]).map(list => [list.join(), list])).values()].sort(([one], [other]) => one - other);
    const value = lists.length === 1 && values[0] > 0 ? values[0] : null;
    return { current, values, lists, isDisputed: lists.length > 1, isWaiting: current.some(entry => entry.isWaiting),
      value, discs: value ? lists[0] : [] };
  }

  // The rows in which throws are entered: one of each team, where teams have one score.
  get rows() {
    const { players, format } = this.round;
    if (format === "own") return players;
    return players.filter((player, index) => !player.team || players.findIndex(one => one.team === player.team) === index);
  }

  // Those who play on a row.
  team(player) {
    return this.round.format === "own" || !player.team ? [player] : this.round.players.filter(one => one.team === player.team);
  }

  par(player, hole) {
    const { par, tees } = this.round.holes[hole - 1];
    const { tee } = this.round.players.find(one => one.id === player) ?? {};
    return tees?.find(one => one.colour === tee)?.par ?? par;
  }

  // The positions of the holes that have a score.
  scored(player) {
    return this.round.holes.map((_, index) => index + 1).filter(hole => this.cell(player, hole).value);
  }

  total(player, from = 1, to = this.round.holes.length) {
    const holes = this.scored(player).filter(hole => hole >= from && hole <= to);
    const sum = holes.reduce((all, hole) => all + this.cell(player, hole).value, 0);
    const par = holes.reduce((all, hole) => all + this.par(player, hole), 0);
    return { holes: holes.length, sum, toPar: sum - par };
  }

  isOut(player) {
    return this.cell(player, 0).value === 1;
  }

  get disputes() {
    const holes = [0, ...this.round.holes.map((_, index) => index + 1)];
    return this.round.players.flatMap(player => holes.flatMap(hole => [undefined, ...marks]
      .map(mark => ({ player, hole, mark, ...this.cell(player.id, hole, mark) })).filter(cell => cell.isDisputed)));
  }

  // The first cell without a score, hole by hole.
  get next() {
    for (const [index] of this.round.holes.entries()) {
      const player = this.rows.find(one => !this.isOut(one.id) && !this.cell(one.id, index + 1).values.some(value => value > 0));
      if (player) return { player: player.id, hole: index + 1 };
    }
    return { player: this.round.players[0].id, hole: 1 };
  }
}
