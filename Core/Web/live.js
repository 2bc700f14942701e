// Live updates. The browser's own event source must be told every name beforehand and hides why it was refused, so the
// stream is read here.

// The parts of one event: its name, its data as text, and the id to resume behind.
export function parse(text) {
  const event = { name: "message", data: "", id: null };
  for (const line of text.split("\n")) {
    const [, field, value] = line.match(/^([a-z]+): ?(.*)$/) ?? [];
    if (field === "event") event.name = value;
    if (field === "data") event.data += value;
    if (field === "id") event.id = value;
  }
  return event;
}

// Hands over each event of a stream; returns when it ends.
export async function read(body, onEvent) {
  let text = "";
  for (const reader = body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events.map(parse)) onEvent(event);
  }
}

// Not before that does it make sense to try again, in milliseconds.
const pause = 2000;
const wait = signal => new Promise(resolve => {
  const timer = setTimeout(resolve, pause + Math.random() * pause);
  signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); });
});

// Tells when a connection may have died without a word: the device slept, or the page was out of sight for a while. Ends with the signal.
const longSleep = 10_000;
function onWaking(hear, signal) {
  let since = Infinity;
  const look = () => {
    if (document.visibilityState === "visible" && Date.now() - since > longSleep) hear();
    since = document.visibilityState === "visible" ? Infinity : Date.now();
  };
  document.addEventListener("visibilitychange", look, { signal });
  document.addEventListener("resume", hear, { signal });
}

// Watches topics, such as `card-game/cards/c1`, until what it returns is called. `onEvent` gets the name that the plugin
// gave an event and `{topic, data}`; the name `reset` says that events were missed, so that all is to be read anew. A
// stream that breaks off is taken up again behind the last event; one that is refused is not. `onOpen` is called each time
// that the stream has begun: from then on nothing is missed. After sleep it is begun anew at once. `onRefused` is called when
// it is refused: nothing more is told.
export function watch(topics, onEvent, onOpen = () => null, onRefused = () => null) {
  const end = new AbortController();
  const query = topics.map(topic => `topic=${encodeURIComponent(topic)}`).join("&");
  let last = null;
  // The connection there is, or the wait for the next.
  let turn = new AbortController();
  end.signal.addEventListener("abort", () => turn.abort());
  onWaking(() => turn.abort(), end.signal);
  const follow = async signal => {
    const headers = { accept: "text/event-stream", ...last !== null && { "last-event-id": last } };
    const answer = await fetch(`/v1/live?${query}`, { headers, credentials: "same-origin", cache: "no-store", signal });
    if (!answer.ok) return answer.status === 429 || answer.status >= 500;
    onOpen();
    await read(answer.body, event => {
      last = event.id ?? last;
      if (event.data !== "" && !end.signal.aborted) onEvent(event.name, JSON.parse(event.data));
    });
    return true;
  };
  const run = async () => {
    while (!end.signal.aborted) {
      turn = new AbortController();
      if (!await follow(turn.signal).catch(() => true)) return end.signal.aborted || onRefused();
      if (!turn.signal.aborted) await wait(turn.signal);
    }
  };
  run();
  return () => end.abort();
}
