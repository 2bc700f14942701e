// What pages do where people decide something: a button that acts once at a time, a question over the page, and what a refusal says.
import { receivedSoFar } from "/api.js";
import { announce, announcedSoFar, element } from "/dom.js";

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
