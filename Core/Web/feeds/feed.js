// The posts about a group or a thing, the latest first, live, and a place to write.
import { get, post } from "/api.js";
import { element, replace } from "/dom.js";
import { action, link } from "/account/form.js";
import { PostCard } from "/feeds/post.js";
import { writer } from "/feeds/writer.js";
import { Changes } from "/groups/changes.js";

const some = 10;
const path = part => encodeURIComponent(part);

export const groupFeed = (page, area, group) =>
  feedPart(page, `/v1/groups/${path(area)}/${path(group.id)}/posts`, `${area}/groups/${group.kind}/${group.id}/posts`, area, { group: group.id });

export const thingFeed = (page, area, kind, thing) =>
  feedPart(page, `/v1/feeds/${path(area)}/${path(kind)}/${path(thing)}/posts`, `${area}/feeds/${kind}/${thing}`, area, { feed: { kind, thing } });

// A part of a page: its node, and the live topic that the page watches with its own ones, since a browser has few connections.
// `hear` takes what is told on it, `catchUp` is called when the stream has begun. Whoever is not signed in watches nothing.
async function feedPart(page, root, topic, area, about) {
  const node = element("section", { class: "feed", "aria-labelledby": "feed-title" }, element("h2", { id: "feed-title" }, page.text("feed")));
  const signIn = () => link(page.text("feed.signIn"), `/sign-in?back=${path(location.pathname)}`);
  if (!page.me) {
    node.append(signIn());
    return { node, topics: [], hear: () => null, catchUp: () => null };
  }
  const feed = new Feed(page, root, area, about, await page.get(`${root}?limit=${some}`));
  // Guests read, and write in the groups that they are in; elsewhere once they are signed in.
  if (page.me.kind === "guest" && !feed.mayWrite) node.append(signIn());
  node.append(...feed.nodes);
  const isMine = (name, event) => name === "reset" || event.topic === topic;
  return { node, topics: [topic], hear: (name, event) => isMine(name, event) && feed.hear(name, event.data), catchUp: () => feed.catchUp() };
}

class Feed {
  constructor(page, root, area, about, first) {
    this.page = page;
    this.root = root;
    this.pictures = root.replace(/posts$/, "post-pictures");
    this.area = area;
    this.about = about;
    this.mayWrite = first.mayWrite;
    this.mayModerate = first.mayModerate;
    this.next = first.next;
    this.cards = new Map();
    this.changes = new Changes();
    this.list = element("ol", { class: "posts" });
    this.none = element("p", { class: "muted" }, page.text("feed.none"));
    this.trouble = element("p", { class: "error", role: "alert" });
    this.more = element("p", { class: "row" }, action(page, page.text("feed.more"), () => this.loadMore()));
    const write = first.mayWrite && writer(page, { id: "post", label: page.text("feed.write"), button: page.text("feed.post"), pictures: this.pictures,
      send: async (draft, key) => this.show([await post(this.root, draft, key)]) });
    this.nodes = [write?.node, this.none, this.list, this.more, this.trouble].filter(Boolean);
    this.show(first.items);
  }

  get least() { return Math.min(Infinity, ...this.cards.keys()); }

  // Shows posts at their places: one that is here is brought up to date, with what is written or asked in it. What was read `since` so
  // many changes is read once more where it has changed meanwhile.
  show(posts, since = Infinity) {
    for (const found of posts) {
      if (this.changes.isNewer(found.number, since)) {
        this.refresh(found.number).catch(() => null);
        continue;
      }
      const known = this.cards.get(found.number);
      if (known) known.update(found);
      else this.insert(new PostCard(this, found));
    }
    this.tidy();
  }

  insert(card) {
    const behind = [...this.cards.keys()].filter(number => number < card.number);
    this.list.insertBefore(card.node, behind.length ? this.cards.get(Math.max(...behind)).node : null);
    this.cards.set(card.number, card);
  }

  drop(number) {
    const card = this.cards.get(number);
    if (!card) return;
    // Who was in it goes on with the one behind it.
    const next = card.node.contains(document.activeElement) && (card.node.nextElementSibling ?? card.node.previousElementSibling);
    card.node.remove();
    this.cards.delete(number);
    if (next) next.querySelector("button, a")?.focus();
    this.tidy();
  }

  tidy() {
    this.none.hidden = this.cards.size > 0;
    this.more.hidden = !this.next;
  }

  async loadMore() {
    const { count } = this.changes;
    const found = await get(`${this.root}?limit=${some}&after=${path(this.next)}`);
    this.next = found.next;
    this.show(found.items, count);
  }

  // Reads what is shown anew, for what was missed: what has come is there, and what has gone is not.
  async catchUp() {
    try {
      const { count } = this.changes;
      const wanted = Math.max(this.cards.size, some);
      const items = [];
      let next = null, isLast = false;
      while (!isLast && items.length < wanted) {
        const found = await get(`${this.root}?limit=${Math.min(wanted - items.length, 100)}${next ? `&after=${path(next)}` : ""}`);
        items.push(...found.items);
        next = found.next;
        isLast = !next;
      }
      const kept = new Set(items.map(({ number }) => number));
      const last = isLast ? 0 : Math.min(Infinity, ...kept);
      for (const number of [...this.cards.keys()]) if (number >= last && !kept.has(number) && !this.changes.isNewer(number, count)) this.drop(number);
      if (isLast || this.least >= last) this.next = next;
      this.show(items, count);
      await Promise.all([...this.cards.values()].map(card => card.comments?.catchUp()));
      this.trouble.textContent = "";
    } catch (problem) {
      if (problem.status === 404) this.leave();
    }
  }

  // Nothing is left to read for somebody who may not any more.
  leave() {
    replace(this.list);
    this.cards.clear();
    this.next = null;
    this.tidy();
    for (const node of this.nodes) node.hidden = node !== this.trouble;
    this.trouble.textContent = this.page.text("feed.left");
  }

  // What the live stream tells.
  hear(name, data) {
    if (name === "reset") return this.catchUp();
    const number = data.post ?? data.number;
    this.changes.note(number);
    const card = this.cards.get(number);
    if (name === "posted" || name === "edited") {
      const isNew = !card && (name === "posted" || number > this.least);
      const { isLiked = false, isFlagged, isFlaggedByMe } = card?.post ?? {};
      if (card || isNew) this.show([{ ...data, isLiked, isFlagged, isFlaggedByMe }]);
    } else if (name === "deleted") this.drop(number);
    else if (name === "liked") card?.update({ ...card.post, likes: data.likes });
    else if (data.comment) card?.hearComment(name, data);
    else if (["flagged", "unflagged"].includes(name)) card?.update({ ...card.post, isFlagged: name === "flagged" });
    else if (name === "hidden" && card && !card.isMine && !this.mayModerate) this.drop(number);
    else this.refresh(number).catch(() => null);
  }

  // Asks for a post whose state has changed: it may be there no more, or again.
  async refresh(number) {
    try {
      const found = await this.changes.read(number, () => get(`${this.root}/${number}`));
      if (this.cards.has(number) || number > this.least) this.show([found]);
    } catch (problem) {
      if (problem.status === 404) this.drop(number);
    }
  }
}
