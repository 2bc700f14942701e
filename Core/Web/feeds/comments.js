// The comments on a post, the first first, and a place to write one.
import { get, patch, post, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { action } from "/account/form.js";
import { earlier, head, mayReport, ownButtons, reportButton } from "/feeds/parts.js";
import { gone } from "/feeds/post.js";
import { writer } from "/feeds/writer.js";
import { Changes } from "/groups/changes.js";
import { words } from "/groups/message.js";
import { flag } from "/groups/report.js";

const some = 20;

export class Comments {
  constructor(card) {
    this.card = card;
    this.page = card.page;
    this.feed = card.feed;
    this.lines = new Map();
    this.changes = new Changes();
    this.last = 0;
    this.isEnd = false;
    this.root = `${card.root}/comments`;
    this.list = element("ol", { class: "comments" });
    this.more = element("p", { class: "row", hidden: true }, action(card.page, card.page.text("feed.moreComments"), () => this.loadMore(), "plain small"));
    const write = card.feed.mayWrite && writer(card.page, { id: `comment-${card.number}`, label: card.page.text("feed.comment"), button: card.page.text("feed.send"),
      send: async (draft, key) => { this.show([await post(this.root, draft, key)]); } });
    this.node = element("section", { "aria-label": card.page.text("feed.comments", { n: card.post.comments }) }, this.list, this.more, write && write.node);
    this.loadMore().catch(() => null);
  }

  // Reads on behind what is here.
  async loadMore() {
    const { count } = this.changes;
    const found = await get(`${this.root}?limit=${some}&after=${this.last}`);
    this.show(found.items, count);
    this.last = Number(found.next ?? Math.max(this.last, ...found.items.map(({ number }) => number)));
    this.isEnd = !found.next;
    this.more.hidden = this.isEnd;
  }

  async catchUp() {
    await Promise.all([...this.lines.keys()].map(number => this.refresh(number)));
    if (this.isEnd) await this.loadMore();
  }

  show(comments, since = Infinity) {
    for (const comment of comments) {
      if (this.changes.isNewer(comment.number, since)) {
        this.refresh(comment.number).catch(() => null);
        continue;
      }
      const known = this.lines.get(comment.number);
      if (known) {
        known.update(comment);
        continue;
      }
      const line = new Line(this, comment);
      const behind = [...this.lines.keys()].filter(number => number > comment.number);
      this.list.insertBefore(line.node, behind.length ? this.lines.get(Math.min(...behind)).node : null);
      this.lines.set(comment.number, line);
    }
  }

  drop(number) {
    this.lines.get(number)?.node.remove();
    this.lines.delete(number);
  }

  hear(name, number) {
    this.changes.note(number);
    if (name === "comment-deleted") return this.drop(number);
    if (name === "commented") return this.isEnd && this.loadMore().catch(() => null);
    const line = this.lines.get(number);
    if (["flagged", "unflagged"].includes(name)) return line?.update({ ...line.comment, isFlagged: name === "flagged" });
    if (name === "hidden" && line && !line.isMine && !this.feed.mayModerate) return this.drop(number);
    if (line || name === "shown" && number <= this.last) this.refresh(number).catch(() => null);
  }

  async refresh(number) {
    try {
      this.show([await this.changes.read(number, () => get(`${this.root}/${number}`))]);
    } catch (problem) {
      if (problem.status === 404) this.drop(number);
    }
  }
}

class Line {
  constructor(comments, comment) {
    this.comments = comments;
    this.page = comments.page;
    this.number = comment.number;
    this.comment = null;
    this.head = element("p", { class: "by" });
    this.flag = element("div", {});
    this.body = element("div", {});
    this.own = element("p", { class: "row" });
    this.place = element("div", {});
    this.node = element("li", { id: `comment-${comments.card.number}-${comment.number}` }, this.head, this.flag, this.body, this.own, this.place);
    this.update(comment);
  }

  get root() { return `${this.comments.root}/${this.number}`; }
  get isMine() { return this.comment.author?.id === this.page.me.id; }

  // What is done here is newer than what was asked for before.
  change(comment) {
    this.comments.changes.note(this.number);
    this.update(comment);
  }

  update(comment) {
    if (JSON.stringify(comment) === JSON.stringify(this.comment)) return;
    this.comment = comment;
    replace(this.head, head(this.page, comment));
    replace(this.flag, flag(this.page, comment, "feed"));
    if (!this.isEditing) this.showWords();
    // What is asked or open there stays, unless it is about other words.
    const mark = JSON.stringify([comment.author, comment.version, comment.hiddenAt, comment.isFlaggedByMe]);
    if (mark !== this.mark) this.showOwn(comment);
    this.mark = mark;
  }

  showOwn(comment) {
    const { feed } = this.comments;
    replace(this.own, this.isMine && ownButtons(this.page, {
      mayEdit: feed.mayWrite, edit: () => this.edit(), sure: this.page.text("feed.deleteCommentSure"),
      delete: async () => { await remove(this.root).catch(gone); this.comments.changes.note(this.number); this.comments.drop(this.number); },
    }), mayReport(this.page, comment) && reportButton(this.page, feed,
      { kind: "comment", thing: `${this.comments.card.number}/${this.number}`, words: comment.text },
      () => this.change({ ...this.comment, isFlagged: true, isFlaggedByMe: true })), feed.mayModerate && comment.version > 1 && earlier(this.page, `${this.root}/versions`, this.place));
  }

  showWords() {
    this.isEditing = false;
    replace(this.body, element("p", { class: "words", dir: "auto" }, words(this.comment.text)));
  }

  edit() {
    this.isEditing = true;
    const { text, version } = this.comment;
    const close = () => {
      this.showWords();
      this.own.querySelector("button")?.focus();
    };
    const write = writer(this.page, { id: `comment-${this.comments.card.number}-${this.number}-edit`, label: this.page.text("feed.edit"), button: this.page.text("save"), text, cancel: close,
      send: async draft => {
        this.change(await patch(this.root, { ...draft, version }));
        close();
      } });
    replace(this.body, write.node);
    write.focus();
  }
}
