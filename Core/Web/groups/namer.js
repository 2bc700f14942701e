// Naming members in a text: behind an @ those whose names begin so are offered, to be chosen with pointer or keys.
import { element, replace } from "/dom.js";

const most = 5;

export function namer(page, text, load) {
  let members = null, offered = [], place = 0;
  const chosen = new Map();
  const node = element("ul", { class: "names", role: "listbox", id: "names", "aria-label": page.text("group.membersTitle"), hidden: true });
  text.setAttribute("aria-controls", "names");

  const draw = () => {
    node.hidden = !offered.length;
    replace(node, offered.map((person, index) => element("li", { role: "option", id: `name-${index}`, "aria-selected": index === place ? "true" : "false",
      onpointerdown: event => { event.preventDefault(); choose(index); } }, element("bdi", {}, person.name), person.username && element("bdi", { class: "muted", dir: "ltr" }, ` @${person.username}`))));
    if (offered.length) text.setAttribute("aria-activedescendant", `name-${place}`);
    else text.removeAttribute("aria-activedescendant");
  };

  // The letters behind the last @ before the cursor.
  const begun = () => text.value.slice(0, text.selectionStart).match(/(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/u)?.[1];

  const offer = async () => {
    const letters = begun();
    if (letters === undefined) { offered = []; return draw(); }
    members ??= load().catch(() => { members = null; return []; });
    const all = await members;
    const low = letters.toLocaleLowerCase(page.language);
    if (begun() !== letters) return;
    offered = all.filter(person => person.id !== page.me?.id && person.name.toLocaleLowerCase(page.language).startsWith(low)).slice(0, most);
    place = 0;
    draw();
  };

  const choose = index => {
    const person = offered[index];
    const cursor = text.selectionStart;
    const start = cursor - begun().length - 1;
    text.setRangeText(`@${person.name} `, start, cursor, "end");
    chosen.set(person.id, person.name);
    offered = [];
    draw();
    text.focus();
  };

  text.addEventListener("input", offer);
  text.addEventListener("blur", () => { offered = []; draw(); });
  return {
    node,
    // Whether a key was for the list of names.
    takes(event) {
      if (!offered.length) return false;
      const step = { ArrowDown: 1, ArrowUp: offered.length - 1 }[event.key];
      if (step) place = (place + step) % offered.length;
      else if (["Enter", "Tab"].includes(event.key)) { event.preventDefault(); choose(place); return true; }
      else if (event.key === "Escape") offered = [];
      else return false;
      event.preventDefault();
      draw();
      return true;
    },
    // Who was chosen and still stands in the text, by the whole name: of two that begin alike the longer one is looked for first.
    named: value => {
      let rest = value;
      return [...chosen].sort(([, one], [, other]) => other.length - one.length).filter(([, name]) => {
        const parts = rest.split(`@${name}`);
        const place = parts.slice(1).findIndex(part => !/^[\p{L}\p{N}]/u.test(part));
        if (place < 0) return false;
        rest = [parts.slice(0, place + 1).join(`@${name}`), parts.slice(place + 1).join(`@${name}`)].join(" ");
        return true;
      }).map(([id]) => id).slice(0, 20);
    },
    forget: () => chosen.clear(),
  };
}
