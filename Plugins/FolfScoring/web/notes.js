// What was entered on this phone and the card that was read last does not have: it goes through the app's one queue, which sends each
// entry once and in order. An entry has an id of its own, and is shown from the moment it is made.
import { worded } from "/api.js";
import { shortID } from "./local.js";
import { base } from "./shared.js";

function device() {
  const known = localStorage.getItem("folf-scoring.device");
  if (known) return known;
  const made = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  localStorage.setItem("folf-scoring.device", made);
  return made;
}

export class Notes {
  // `changed` is called whenever something is shown otherwise, `again` when the card is to be read anew.
  constructor(app, round, { changed, again, title }) {
    this.app = app;
    this.changed = changed;
    this.again = again;
    this.title = title;
    this.kept = new Map();
    this.page = `/${app.area}/rounds/${round}`;
    this.path = `${base}/rounds/${encodeURIComponent(round)}/entries/`;
    this.end = app.queue.onChange(() => this.look());
    this.look();
  }

  get all() {
    return [...this.kept.values()];
  }

  get waiting() {
    return this.all.filter(note => note.isWaiting).length;
  }

  add({ player, hole, mark, value, more, base: older }) {
    return this.pass({ id: shortID(), player, hole, ...mark && { mark }, value, ...more?.length && { more }, base: older, enteredAt: this.app.instant() });
  }

  // An entry that was made here, or on another phone that has passed it on.
  pass({ id, ...made }) {
    const { app } = this;
    const body = { device: device(), ...made };
    const note = { id, ...body, isWaiting: true, isEntering: true };
    this.kept.set(id, note);
    const title = this.title(made.player, made.hole, made.value, made.mark, made.more);
    return app.queue.enter({ path: this.path + id, body, title, page: this.page }).then(({ isSent, answer }) => {
      if (isSent) this.sent(note, answer?.version);
    }, problem => this.refuse(note, app.said(problem))).then(() => {
      note.isEntering = false;
      this.changed();
    });
  }

  // What the queue holds of this round: also from before the page was opened, and in another tab.
  async look() {
    const entries = (await this.app.queue.list()).filter(entry => entry.path.startsWith(this.path));
    const ids = new Set();
    for (const { path, body, refusal } of entries) {
      const id = path.slice(this.path.length);
      ids.add(id);
      const known = this.kept.get(id);
      if (refusal && known && !known.isEntering) worded(refusal, path).then(({ detail }) => { this.refuse(known, detail); this.changed(); });
      else if (!refusal && !known) this.kept.set(id, { id, ...body, isWaiting: true });
    }
    for (const note of this.all) {
      if (note.isWaiting && !note.isEntering && !ids.has(note.id)) this.sent(note);
    }
    this.changed();
  }

  // The host has it. It is shown until a card that was read afterwards has come.
  sent(note, version) {
    [note.isWaiting, note.version] = [false, version ?? null];
    this.again();
  }

  refuse(note, reason) {
    if (!this.kept.delete(note.id)) return;
    this.app.announce(reason);
  }

  // A card of this version has come, which was asked for when these had been sent.
  seen(version, asked) {
    for (const note of this.all) {
      if (!note.isWaiting && (note.version === null ? asked.has(note.id) : note.version <= version)) this.kept.delete(note.id);
    }
  }

  // The ids of what has been sent by now.
  get asked() {
    return new Set(this.all.filter(note => !note.isWaiting).map(note => note.id));
  }
}
