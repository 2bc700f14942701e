// The proof of a trophy: a signed text that others verify without this host.
import { base } from "./shared.js";

/** A button that fetches the proof and hands it over as a file. */
export function proving(app, challenge) {
  return app.action(app.text("proof"), async () => {
    const { proof } = await app.post(`${base}/challenges/${encodeURIComponent(challenge.id)}/proof`);
    const address = URL.createObjectURL(new Blob([proof], { type: "application/jose" }));
    app.element("a", { href: address, download: "trophy.jws" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    app.announce(app.text("proofMade"));
  });
}
