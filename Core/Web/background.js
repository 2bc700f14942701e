// The worker where it may be made of modules: it keeps the app's files, shows what is pushed, and sends what waits when there is a
// connection again, even when no page of the app is open.
import "/worker.js";
import { send } from "/queue/sending.js";

// The browser asks again later when not all could be sent.
self.addEventListener("sync", event => {
  if (event.tag === "fieldhouse-queue") event.waitUntil(send(null).then(isDone => isDone || Promise.reject(new Error("Some wait."))));
});
