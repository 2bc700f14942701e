// Handing out a link: through what the device shares with, and by copying.
import { element } from "/dom.js";
import { action } from "/account/form.js";

// `message` makes the text that goes along; the link stands in it.
export function shareButtons(page, message, address) {
  const copy = (key, text) => action(page, page.text(key), async () => {
    await navigator.clipboard.writeText(text());
    page.announce(page.text("copied"));
  });
  const share = navigator.share && action(page, page.text("share"), async () => {
    try {
      await navigator.share({ title: page.text("invitation"), text: message().replace(address, "").trim(), url: address });
    } catch (problem) {
      // Who closes the device's dialog has shared nothing, and knows it.
      if (problem.name !== "AbortError") await navigator.clipboard.writeText(message()).then(() => page.announce(page.text("copied")));
    }
  }, "");
  return element("p", { class: "row" }, share, copy("copyMessage", message), copy("copyLink", () => address));
}
