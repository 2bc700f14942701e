// What was entered on this phone and the host does not have yet: kept in the browser for each person and round, and sent until there
// is an answer. Each entry has an id of its own, by which the host takes it once.
import { base, said } from "./shared.js";

const place = (app, round) => `folf-scoring.notes.${app.me?.id}.${round}`;

function device() {
  const known = localStorage.getItem("folf-scoring.device");
  if (known) return known;
  const made = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  localStorage.setItem("folf-scoring.device", made);
  return made;
}

// Not refused, only not now: without connection or session, or when too much is asked.
const isLater = problem => [0, 401, 429].includes(problem.status) || problem.status >= 500;

export class Notes {
  constructor(app, round) {
    [this.app, this.round, this.taken, this.sending, this.isRefused] = [app, round, [], null, false];
  }

  get waiting() {
    return JSON.parse(localStorage.getItem(place(this.app, this.round)) ?? "[]");
  }

  // What the card that was read last does not have.
  get all() {
    return [...this.taken, ...this.waiting];
  }

  write(entries) {
    const key = place(this.app, this.round);
    if (entries.length) localStorage.setItem(key, JSON.stringify(entries));
    else localStorage.removeItem(key);
  }

  add(entry) {
    this.isRefused = false;
    this.write([...this.waiting, { id: this.app.newKey(), enteredAt: this.app.instant(), ...entry }]);
  }

  // A card of this version has everything that the host had taken by then.
  seen(version) {
    this.taken = this.taken.filter(entry => entry.version > version);
  }

  // Sends what waits; what comes meanwhile goes with the next one. Answers whether all was sent.
  async send() {
    while (this.sending) await this.sending;
    if (!this.waiting.length) return true;
    if (this.isRefused) return false;
    this.sending = this.sendNow();
    const isDone = await this.sending;
    this.sending = null;
    return isDone;
  }

  async sendNow() {
    const entries = this.waiting.slice(0, 200);
    try {
      const answer = await this.app.post(`${base}/rounds/${this.round}/entries`, { device: device(), entries });
      const refused = new Set(answer.refused.map(entry => entry.id));
      this.taken.push(...entries.filter(entry => !refused.has(entry.id)).map(entry => ({ ...entry, version: answer.version })));
      for (const { detail } of answer.refused) this.app.announce(detail);
    } catch (problem) {
      // What the host refuses as a whole stays on the phone, for somebody to read, and goes again with what is entered next.
      this.isRefused = !isLater(problem);
      if (this.isRefused) this.app.announce(said(problem));
      return false;
    }
    const sent = new Set(entries.map(entry => entry.id));
    this.write(this.waiting.filter(entry => !sent.has(entry.id)));
    return true;
  }
}
