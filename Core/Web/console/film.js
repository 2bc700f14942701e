// A film of this computer that is to belong to a page: it is sent in parts, one after the other.
import { element } from "/dom.js";

// `call` asks the host. `send` gives the address of what was chosen, once it is there; null where nothing was.
export function filmField(prefix, call) {
  const file = element("input", { id: `${prefix}-film`, type: "file", accept: "video/mp4,video/webm" });
  const bar = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "How much of the film is there" });
  const send = async () => {
    const [chosen] = file.files;
    if (!chosen) return null;
    bar.hidden = false;
    try {
      let state = await call("POST", "/v1/content/films", { bytes: chosen.size, type: chosen.type });
      while (!state.address) {
        const from = state.received * state.partBytes;
        bar.value = from / chosen.size;
        const part = chosen.slice(from, from + state.partBytes, "application/octet-stream");
        state = await call("PUT", `/v1/content/films/${state.film}/parts/${state.received}`, part);
      }
      file.value = "";
      return state.address;
    } finally {
      bar.hidden = true;
    }
  };
  return { node: [element("label", { for: file.id }, "Film of this computer (MP4 or WebM; may be empty)"), file, bar], send };
}
