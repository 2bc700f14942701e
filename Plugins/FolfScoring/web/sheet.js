// The card as this phone knows it: what the host has said last, and what was entered here since.

export class Sheet {
  constructor(round, notes) {
    this.round = round;
    this.cells = new Map();
    for (const player of round.players) {
      for (const cell of player.cells) this.cells.set(`${player.id}/${cell.hole}`, { current: cell.current });
    }
    for (const note of notes) this.lay(note);
  }

  // An entry takes the place of those that it names, as the host does it.
  lay(note) {
    const key = `${note.player}/${note.hole}`;
    const before = this.cells.get(key)?.current ?? [];
    if (before.some(entry => entry.id === note.id)) return;
    const left = before.filter(entry => !note.base.includes(entry.id));
    this.cells.set(key, { current: [...left, { id: note.id, value: note.value, by: null, isMine: true, isWaiting: note.isWaiting }] });
  }

  cell(player, hole) {
    const current = this.cells.get(`${player}/${hole}`)?.current ?? [];
    const values = [...new Set(current.map(entry => entry.value))].sort((one, other) => one - other);
    return { current, values, isDisputed: values.length > 1, isWaiting: current.some(entry => entry.isWaiting),
      value: values.length === 1 && values[0] > 0 ? values[0] : null };
  }

  // The positions of the holes that have a score.
  scored(player) {
    return this.round.holes.map((_, index) => index + 1).filter(hole => this.cell(player, hole).value);
  }

  total(player, from = 1, to = this.round.holes.length) {
    const holes = this.scored(player).filter(hole => hole >= from && hole <= to);
    const sum = holes.reduce((all, hole) => all + this.cell(player, hole).value, 0);
    const par = holes.reduce((all, hole) => all + this.round.holes[hole - 1].par, 0);
    return { holes: holes.length, sum, toPar: sum - par };
  }

  isOut(player) {
    return this.cell(player, 0).value === 1;
  }

  get disputes() {
    return this.round.players.flatMap(player => [0, ...this.round.holes.map((_, index) => index + 1)]
      .map(hole => ({ player, hole, ...this.cell(player.id, hole) })).filter(cell => cell.isDisputed));
  }

  // The first cell without a score, hole by hole.
  get next() {
    for (const [index] of this.round.holes.entries()) {
      const player = this.round.players.find(one => !this.isOut(one.id) && !this.cell(one.id, index + 1).values.some(value => value > 0));
      if (player) return { player: player.id, hole: index + 1 };
    }
    return { player: this.round.players[0].id, hole: 1 };
  }
}
