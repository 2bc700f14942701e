// One post of a feed, as it is shown. Its parts change by themselves, so that nobody loses what they are writing.
import { get, patch, put, remove } from "/api.js";
import { element, replace } from "/dom.js";
import { sentence } from "/account/form.js";
import { Comments } from "/feeds/comments.js";
import { shownMedia } from "/feeds/media.js";
import { earlier, head, mayReport, ownButtons, reportButton } from "/feeds/parts.js";
import { writer } from "/feeds/writer.js";
import { words } from "/groups/message.js";
import { flag } from "/groups/report.js";

export class PostCard {
  constructor(feed, post) {
    this.feed = feed;
    this.page = feed.page;
    this.number = post.number;
    this.post = null;
    this.comments = null;
    this.head = element("p", { class: "by" });
    this.flag = element("div", {});
    this.body = element("div", {});
    this.like = element("button", { type: "button", class: "plain small", onclick: () => this.toggleLike() });
    this.talk = element("button", { type: "button", class: "plain small", "aria-expanded": "false", onclick: () => this.toggleComments() });
    this.own = element("span", { class: "row" });
    this.place = element("div", {});
    this.before = element("div", {});
    this.node = element("li", { class: "card post", id: `post-${post.number}` }, this.head, this.flag, this.body, element("p", { class: "row" }, this.like, this.talk, this.own), this.before, this.place);
    this.update(post);
  }

  get root() { return `${this.feed.root}/${this.number}`; }
  get isMine() { return this.post.author?.id === this.page.me.id; }

  // What is done here is newer than what was asked for before.
  change(post) {
    this.feed.changes.note(this.number);
    this.update(post);
  }

  update(post) {
    const old = this.post;
    this.post = post;
    const differs = (...keys) => !old || keys.some(key => JSON.stringify(old[key]) !== JSON.stringify(post[key]));
    if (differs("author", "at", "editedAt", "hiddenAt")) replace(this.head, head(this.page, post));
    if (differs("isFlagged", "isFlaggedByMe", "hiddenAt")) replace(this.flag, flag(this.page, post, "feed"));
    if (differs("text", "media") && !this.isEditing) this.showWords();
    if (differs("likes", "isLiked")) this.showLikes();
    if (differs("comments")) this.talk.textContent = this.page.text("feed.comments", { n: post.comments });
    if (differs("author", "version", "hiddenAt", "isFlaggedByMe")) this.showOwn();
  }

  showWords() {
    this.isEditing = false;
    replace(this.body, element("p", { class: "words", dir: "auto" }, words(this.post.text)), shownMedia(this.page, this.post));
  }

  showLikes() {
    const { page, post } = this;
    this.like.textContent = page.text("feed.like", { n: post.likes });
    this.like.setAttribute("aria-pressed", String(Boolean(post.isLiked)));
    this.like.disabled = !this.feed.mayWrite;
  }

  // What is asked or open there stays, unless it is about other words.
  showOwn() {
    replace(this.own, this.isMine && ownButtons(this.page, {
      mayEdit: this.feed.mayWrite, edit: () => this.edit(), sure: this.page.text("feed.deleteSure"),
      delete: async () => { await remove(this.root).catch(gone); this.feed.changes.note(this.number); this.feed.drop(this.number); },
    }), mayReport(this.page, this.post) && reportButton(this.page, this.feed,
      { kind: "post", thing: String(this.number), words: [this.post.text, ...this.post.media].join("\n") },
      () => this.change({ ...this.post, isFlagged: true, isFlaggedByMe: true })), this.feed.mayModerate && this.post.version > 1 && earlier(this.page, `${this.root}/versions`, this.before));
  }

  edit() {
    const { page, post } = this;
    this.isEditing = true;
    const close = () => {
      this.showWords();
      this.own.querySelector("button")?.focus();
    };
    const write = writer(page, { id: `post-${this.number}-edit`, label: page.text("feed.edit"), button: page.text("save"), pictures: this.feed.pictures, text: post.text, media: post.media, cancel: close,
      send: async draft => {
        const changed = await patch(this.root, { ...draft, version: post.version });
        this.change(changed);
        close();
      } });
    replace(this.body, write.node);
    write.focus();
  }

  // It shows at once, and is taken back where it fails.
  async toggleLike() {
    if (this.isAsking) return;
    this.isAsking = true;
    const before = this.post;
    const isLiked = !before.isLiked;
    this.change({ ...before, isLiked, likes: Math.max(0, before.likes + (isLiked ? 1 : -1)) });
    try {
      await (isLiked ? put : remove)(`${this.root}/like`);
      // Others may have liked it meanwhile.
      const { likes } = await get(this.root);
      this.change({ ...this.post, isLiked, likes });
    } catch (problem) {
      this.change({ ...this.post, isLiked: before.isLiked, likes: before.likes });
      this.page.announce(sentence(this.page, problem));
    } finally {
      this.isAsking = false;
    }
  }

  toggleComments() {
    const isOpen = !this.comments;
    this.talk.setAttribute("aria-expanded", String(isOpen));
    this.comments = isOpen ? new Comments(this) : null;
    replace(this.place, this.comments?.node);
  }

  hearComment(name, data) {
    if (data.comments !== undefined) this.update({ ...this.post, comments: data.comments });
    this.comments?.hear(name, data.comment);
  }
}

// What is gone already is what was wanted.
export function gone(problem) {
  if (problem.status !== 404) throw problem;
}
