// What pages do where people decide something: a button that acts once at a time, a question over the page, and what a refusal says.
import { announce, element } from "/dom.js";

/** What one shows of a call that failed: what is wrong with its first field, else what it says as a whole. */
export const said = problem => problem.errors?.[0]?.detail ?? problem.message;

/** A button that does something, once at a time, and tells what goes wrong, in the words of `say`. */
export function action(label, run, kind = "plain", say = said) {
  const press = element("button", { type: "button", class: kind, onclick: async () => {
    press.disabled = true;
    try {
      await run();
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
