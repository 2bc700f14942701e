import { element } from "/dom.js";
import { Part, style } from "/elements/part.js";
import "/elements/avatar.js";

/**
 * Ranks with people and what they have: `rows` is a list of `{ key, rank, name, picture, href, detail, score, change, isMe, aside }`, where
 * `change` is by how many ranks somebody has moved (more than 0 is up) and `aside` a node of the page's own. New rows move what was
 * there instead of drawing it anew, so that focus stays where it is.
 *
 * Attributes: `label`, `me` (what is said of the reader's own row), `up` and `down` (with `{n}`).
 */
class Leaderboard extends Part {
  static observedAttributes = ["label"];
  known = new Map();

  build() {
    this.list = element("ol", {});
    this.replaceChildren(this.list);
    this.adopt("rows");
  }

  draw() {
    this.list.ariaLabel = this.say("label") || null;
    this.show();
  }

  get rows() { return this.given ?? []; }

  set rows(rows) {
    this.given = rows;
    if (this.isBuilt) this.show();
  }

  show() {
    const shown = this.rows.map(row => {
      const print = JSON.stringify({ ...row, aside: null });
      const found = this.known.get(row.key);
      if (found?.print === print) return found.node;
      const node = found?.node ?? element("li", {});
      node.className = row.isMe ? "me" : "";
      node.replaceChildren(...this.cells(row));
      this.known.set(row.key, { print, node });
      return node;
    });
    for (const [index, node] of shown.entries()) if (this.list.children[index] !== node) this.list.insertBefore(node, this.list.children[index] ?? null);
    while (this.list.children.length > shown.length) this.list.lastChild.remove();
  }

  cells(row) {
    const number = new Intl.NumberFormat(document.documentElement.lang);
    const name = element(row.href ? "a" : "span", { href: row.href, class: "name" }, element("bdi", {}, row.name));
    return [element("span", { class: "rank" }, row.rank == null ? "–" : number.format(row.rank)), element("fh-avatar", { name: row.name, src: row.picture, size: "small" }),
      element("span", { class: "who" }, name, row.isMe && this.say("me") && element("span", { class: "pill" }, this.say("me")),
        row.detail && element("small", {}, row.detail), row.change ? this.move(row.change, number) : null),
      row.aside, element("strong", {}, number.format(row.score))].filter(Boolean);
  }

  move(change, number) {
    const [kind, sign] = change > 0 ? ["up", "▲"] : ["down", "▼"];
    const words = this.say(kind).replace("{n}", number.format(Math.abs(change)));
    return element("small", { class: kind, title: words || null }, element("span", { "aria-hidden": "true" }, `${sign} ${number.format(Math.abs(change))}`),
      words && element("span", { class: "off-screen" }, words));
  }
}

customElements.define("fh-leaderboard", Leaderboard);

style(`
fh-leaderboard { display: block; background: var(--card); border: 1px solid var(--line); border-radius: var(--corner-card); box-shadow: var(--shadow); margin-block-end: var(--space-3); overflow: hidden; }
fh-leaderboard ol { list-style: none; margin: 0; padding: 0; }
fh-leaderboard li { display: flex; gap: var(--space-3); align-items: center; min-block-size: 3.5rem; padding: var(--space-2) var(--space-4); }
fh-leaderboard li + li { border-block-start: 1px solid var(--line); }
fh-leaderboard li.me { background: var(--tint); }
fh-leaderboard .rank { min-inline-size: 1.5rem; font-weight: 700; font-variant-numeric: tabular-nums; }
fh-leaderboard .who { flex: 1; min-inline-size: 0; display: flex; flex-wrap: wrap; gap: 0 var(--space-2); align-items: center; overflow-wrap: anywhere; }
fh-leaderboard .name { flex: 1 1 100%; font-weight: 600; color: var(--ink); text-decoration: none; }
fh-leaderboard a.name:hover { text-decoration: underline; }
fh-leaderboard small { position: relative; color: var(--soft); font-size: var(--small); font-variant-numeric: tabular-nums; }
fh-leaderboard .up { color: var(--good); }
fh-leaderboard .down { color: var(--live); }
fh-leaderboard strong { font-size: var(--large); font-variant-numeric: tabular-nums; }
`);
