// Small helpers to build pages. Text is always set as text, never as markup. And what pages do where people decide something: a button that acts
// once at a time, a question over the page, and what a refusal says.
import { receivedSoFar } from "/api.js";

// An element of the app's own whose script is not there yet becomes what it is once it has come.
const own = name => name.startsWith("fh-") && !customElements.get(name);

// What is wider than its place is pushed aside with the keys, too: nobody stops at one that is not (WCAG 2.2, 2.1.1).
const wide = new ResizeObserver(entries => entries.forEach(({ target }) =>
  target.scrollWidth > target.clientWidth ? target.setAttribute("tabindex", "0") : target.removeAttribute("tabindex")));

export function element(name, attributes = {}, ...children) {
  if (own(name)) import(`/elements/${name.slice(3)}.js`).catch(() => null);
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  if (node.classList.contains("scroll")) wide.observe(node);
  return node;
}

export function replace(root, ...children) {
  root.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** Where a file of the app or of a plugin, such as `/images/logo.svg`, is kept for good; its own path where the browser knows of no such places. */
export const asset = path => import.meta.resolve ? new URL(import.meta.resolve(path)).pathname : path;

/** Does what nobody waits for when there is nothing else to do. */
export const atLeisure = run => (globalThis.requestIdleCallback ?? setTimeout)(() => Promise.resolve(run()).catch(() => null));

let announced = 0;

/** How often something has been announced. */
export const announcedSoFar = () => announced;

export function announce(text) {
  announced += 1;
  const status = /** @type {any} */ (document.getElementById("status"));
  // Where its script does not come it is said all the same.
  import("/elements/toast.js").then(() => status.show(text), () => { status.textContent = text; });
}

/** What one shows of a call that failed: what is wrong with its first field, else what it says as a whole. */
export const said = problem => problem.errors?.[0]?.detail ?? problem.message;

/** Does what somebody has pressed for. What was sent is confirmed once the host has it: by the page in its own words, else in these. */
export async function confirmed(run, words) {
  const [sent, told] = [receivedSoFar(), announcedSoFar()];
  await run();
  if (words && receivedSoFar() > sent && announcedSoFar() === told) announce(words);
}

/** A button that does something, once at a time, confirms what it sent, and tells what goes wrong, in the words of `say`. */
export function action(label, run, kind = "plain", say = said, words = "") {
  const press = element("button", { type: "button", class: kind, onclick: async () => {
    press.disabled = true;
    try {
      await confirmed(run, words);
    } catch (problem) {
      announce(say(problem));
    } finally {
      press.disabled = false;
    }
  } }, label);
  return press;
}

/** Opens a dialog over the page, below `root`, and takes it away again; answers the value of the button that closed it. */
export async function asked(dialog, root = document.body) {
  root.append(dialog);
  await customElements.whenDefined("fh-dialog");
  const answer = await dialog.ask();
  dialog.remove();
  return answer;
}
