// Handing out a link: through what the device shares with, and by copying.
import { element } from "/dom.js";
import { action } from "/account/form.js";

// How long the device's dialog waits for the picture, in milliseconds: it opens only for a while after the button was pressed.
const patience = 2500;
const name = "link.png";

// A link as it is handed out: what it shows before it is opened is in the language of whoever shares it.
export function sharedAddress(page, address) {
  const shared = new URL(address, location.origin);
  shared.searchParams.set("language", page.language);
  return shared.href;
}

// Whether the device shares a picture beside words.
const takesPictures = () => Boolean(navigator.canShare?.({ files: [new File([], name, { type: "image/png" })] }));

// What the link shows before it is opened, where the device takes it.
async function pictures(page, address) {
  if (!takesPictures()) return [];
  const query = new URLSearchParams({ page: new URL(address).pathname, language: page.language });
  const answer = await fetch(`/v1/shares/picture?${query}`, { signal: /** @type {any} */ (AbortSignal).timeout(patience) });
  return answer.ok ? [new File([await answer.blob()], name, { type: "image/png" })] : [];
}

// `message` makes the text that goes along from the link, which stands in it.
export function shareButtons(page, message, address, title = page.text("invitation")) {
  const link = sharedAddress(page, address);
  const copy = (key, text) => action(page, page.text(key), async () => {
    await navigator.clipboard.writeText(text());
    page.announce(page.text("copied"));
  });
  const share = navigator.share && action(page, page.text("share"), async () => {
    const files = await pictures(page, link).catch(() => []);
    const text = message(link).replace(link, "").trim();
    try {
      await navigator.share({ title, text, url: link, ...files.length && { files } });
    } catch (problem) {
      // Who closes the device's dialog has shared nothing, and knows it.
      if (problem.name !== "AbortError") await navigator.clipboard.writeText(message(link)).then(() => page.announce(page.text("copied")));
    }
  }, "");
  return element("p", { class: "row" }, share, copy("copyMessage", () => message(link)), copy("copyLink", () => link));
}
