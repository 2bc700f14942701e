/** What has changed since something was asked for: an answer that comes later may be older than what is shown. */
export class Changes {
  count = 0;
  last = new Map();

  /** Notes that a thing has changed. */
  note(key) { this.last.set(key, ++this.count); }

  /** Whether a thing has changed since there were `count` changes. */
  isNewer(key, count) { return (this.last.get(key) ?? 0) > count; }

  /** Asks for a thing until nothing has changed meanwhile, and answers what was found last. */
  async read(key, ask) {
    for (;;) {
      const { count } = this;
      const found = await ask();
      if (!this.isNewer(key, count)) return found;
    }
  }
}
