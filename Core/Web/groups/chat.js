// The chat of a group: what was written, live, and a place to write.
import { get, put, remove, watch } from "/api.js";
import { element, replace } from "/dom.js";
import { dayOf } from "/formats.js";
import { action } from "/account/form.js";
import { aboutChat } from "/groups/about-chat.js";
import { Changes } from "/groups/changes.js";
import { composer } from "/groups/composer.js";
import { address, crest } from "/groups/list.js";
import { drawMessage, drawDay } from "/groups/message.js";
import { reportIn } from "/groups/report.js";

const some = 50;

export async function chatPage(page, area, id) {
  const root = `/v1/groups/${encodeURIComponent(area)}/${encodeURIComponent(id)}`;
  const [group, first] = await Promise.all([page.get(root), page.get(`${root}/chat?limit=${some}`)]);
  const chat = new Chat(page, area, root, group, first);
  const write = composer(page, root, { mayWrite: Boolean(group.me?.since) && !group.archivedAt, said: () => chat.catchUp(true) });
  chat.answer = message => write.answer(message);
  replace(page.root, top(page, area, group), chat.node, write.node);
  chat.draw();
  chat.showUnread();
  const end = watch([`${area}/groups/${group.kind}/${group.id}/chat`], (name, event) => chat.hear(name, event.data), () => chat.catchUp());
  return () => { end(); chat.end(); };
}

function top(page, area, group) {
  const close = element("button", { type: "button", class: "plain", onclick: () => history.length > 1 ? history.back() : page.go(address(area, group.id)) }, page.text("chat.close"));
  return element("header", { class: "person" }, crest(group), element("h1", {}, element("a", { href: address(area, group.id) }, element("bdi", {}, group.name))),
    element("span", { class: "row end" }, action(page, page.text("chat.about"), () => aboutChat(page)), close),
    group.archivedAt && element("p", { class: "error" }, page.text("group.isArchived")));
}

class Chat {
  constructor(page, area, root, group, first) {
    this.page = page;
    this.area = area;
    this.root = root;
    this.group = group;
    this.next = first.next;
    this.marked = first.readUpTo;
    // What answers a message, where one may write.
    this.answer = null;
    this.messages = new Map(first.items.map(message => [message.number, message]));
    this.answered = new Map();
    this.changes = new Changes();
    this.nodes = new Map();
    this.list = element("ol", { class: "messages" });
    this.earlier = action(page, page.text("chat.earlier"), () => this.loadEarlier());
    this.trouble = element("p", { class: "error", role: "alert" });
    this.node = element("section", { class: "chat", role: "log", tabindex: 0, "aria-label": page.text("chat"), onscroll: () => { this.isStuck = this.isAtEnd; this.markRead(); } }, this.earlier, this.list, this.trouble);
    this.seen = () => this.markRead();
    document.addEventListener("visibilitychange", this.seen);
    // Whoever sees the latest message still does when the place to write grows.
    this.size = new ResizeObserver(() => { if (this.isStuck) this.node.scrollTop = this.node.scrollHeight; });
    this.size.observe(this.node);
    // What was not read when the page was opened is told apart for as long as it is open.
    this.divider = first.readUpTo;
    this.hasUnread = first.unread > 0;
  }

  end() {
    this.isOver = true;
    document.removeEventListener("visibilitychange", this.seen);
    this.size.disconnect();
    clearTimeout(this.timer);
  }

  get latest() { return Math.max(0, ...this.messages.keys()); }
  get isAtEnd() { return this.node.scrollHeight - this.node.scrollTop - this.node.clientHeight < 80; }

  // Shows what there is; what stands in the window stays there, or the latest comes in where that was seen.
  draw() {
    const { page } = this;
    const wasAtEnd = this.isAtEnd;
    const below = this.node.scrollHeight - this.node.scrollTop;
    const nodes = [];
    let day = null, hasDivider = !this.hasUnread;
    for (const message of [...this.messages.values()].sort((one, other) => one.number - other.number)) {
      const date = dayOf(message.at);
      if (date !== day) nodes.push(this.drawn(`day ${message.number}`, [], () => drawDay(page, message.at)));
      day = date;
      if (!hasDivider && message.number > this.divider) {
        hasDivider = true;
        nodes.push(this.drawn("unread", [], () => element("li", { class: "divider", id: "unread" }, element("span", {}, page.text("chat.new")))));
      }
      const original = message.replyTo ? this.original(message.replyTo) : null;
      nodes.push(this.drawn(message.number, [message, original], () => drawMessage(page, message, original, this)));
    }
    this.arrange(nodes.length ? nodes : [this.drawn("none", [], () => element("li", { class: "muted" }, page.text("chat.none")))]);
    this.earlier.hidden = !this.next;
    this.node.scrollTop = wasAtEnd ? this.node.scrollHeight : this.node.scrollHeight - below;
    this.markRead();
  }

  // A node that is made anew only when what it shows is another: what is asked or has the focus in it stays.
  drawn(key, shown, make) {
    const known = this.nodes.get(key);
    if (known?.shown.every((part, index) => part === shown[index])) return known.node;
    const node = make();
    known?.node.replaceWith(node);
    this.nodes.set(key, { shown, node });
    return node;
  }

  // Puts nodes into the list without touching those that stand where they belong: a new one alone is read out.
  arrange(nodes) {
    let place = this.list.firstChild;
    for (const node of nodes) {
      if (place === node) place = place.nextSibling;
      else this.list.insertBefore(node, place);
    }
    while (place) {
      const rest = place.nextSibling;
      place.remove();
      place = rest;
    }
  }

  showUnread() {
    this.node.scrollTop = this.node.scrollHeight;
    const divider = this.list.querySelector("#unread");
    if (divider) this.node.scrollTop = Math.min(this.node.scrollTop, divider.offsetTop - this.node.offsetTop - 16);
    this.markRead();
  }

  // One that is known already stays the same, with what stands in it; also where it has changed while this was read, `since` so many
  // changes.
  add(messages, since = Infinity, known = this.messages) {
    for (const message of messages) {
      const old = known.get(message.number);
      const stays = old && (this.changes.isNewer(message.number, since) || JSON.stringify(old) === JSON.stringify(message));
      this.messages.set(message.number, stays ? old : message);
    }
  }

  // Reads what has come behind the last message that is here, one time after the other.
  async catchUp(isOwn = false) {
    this.isAsked = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isAsked && !this.isOver) {
        this.isAsked = false;
        await this.readOn();
      }
      this.trouble.textContent = "";
    } catch (problem) {
      if (problem.status === 404) this.trouble.textContent = this.page.text("chat.left");
    } finally {
      this.isAsking = false;
    }
    if (isOwn) this.node.scrollTop = this.node.scrollHeight;
  }

  async readOn() {
    for (let next = String(this.latest); next !== null;) {
      const { count } = this.changes;
      const found = await get(`${this.root}/chat?since=${next}&limit=100`);
      this.add(found.items, count);
      next = found.next;
      if (found.items.length) this.draw();
    }
  }

  async loadEarlier() {
    const { count } = this.changes;
    const found = await get(`${this.root}/chat?limit=${some}&after=${encodeURIComponent(this.next)}`);
    this.add(found.items, count);
    this.next = found.next;
    this.draw();
  }

  // What the live stream tells.
  hear(name, data) {
    if (["unsaid", "restored", "flagged", "unflagged"].includes(name)) return this.refresh(data.number);
    if (name === "reset") return this.startOver();
    if (this.messages.has(data.number)) return;
    // One that follows on the last here is all there is to know; otherwise what is missing is read.
    if (data.number !== this.latest + 1) return this.catchUp();
    this.add([data]);
    this.draw();
  }

  async refresh(number, isShown = false) {
    // Words that were taken back are gone, wherever they are quoted, also where the rest cannot be read now.
    this.answered.delete(number);
    this.changes.note(number);
    const known = this.messages.get(number);
    if (!known) return this.draw();
    // What a block hides stays hidden unless somebody who may asks to see it.
    const message = await this.changes.read(number, () => get(`${this.root}/chat/${number}${isShown && this.mayModerate ? "?hidden=true" : ""}`).catch(() => null));
    this.add([message ?? { ...known, text: "", state: known.state === "said" ? "deleted" : known.state }]);
    this.draw();
  }

  // What is reported is hidden at once where it was the last report that was needed.
  async report(message) {
    const { page } = this;
    const isSent = await reportIn(page, this.area, { kind: "message", group: this.group.id, thing: String(message.number) }, page.text("chat.reportTitle", { name: message.author?.name ?? "" }), message.text);
    if (isSent) await this.refresh(message.number);
  }

  async startOver() {
    const { count } = this.changes;
    const found = await get(`${this.root}/chat?limit=${some}`).catch(() => null);
    if (!found) return;
    const known = this.messages;
    this.messages = new Map();
    this.add(found.items, count, known);
    this.next = found.next;
    this.draw();
  }

  // The message that another one answers; asked for where it is not on the page.
  original(number) {
    const known = this.messages.get(number) ?? this.answered.get(number);
    if (known || this.answered.has(number)) return known;
    this.answered.set(number, null);
    get(`${this.root}/chat/${number}`).then(message => { this.answered.set(number, message); this.draw(); }, () => null);
    return null;
  }

  get mayModerate() { return this.group.me?.actions.includes("moderate"); }
  get mayReport() { return Boolean(this.page.me && this.page.me.kind !== "guest"); }
  get mayWrite() { return Boolean(this.group.me?.since) && !this.group.archivedAt; }

  async delete(message) {
    await remove(`${this.root}/chat/${message.number}`);
    await this.refresh(message.number, true);
  }

  // Whoever sees the end of the chat has read it.
  markRead() {
    if (!this.group.me?.since || document.hidden || !this.isAtEnd) return;
    const { latest } = this;
    if (latest <= this.marked) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      // What fails is tried again with the next message, or when the page is looked at again.
      await put(`${this.root}/chat/read`, { number: latest }).then(() => { this.marked = Math.max(this.marked, latest); }, () => null);
    }, 500);
  }
}
