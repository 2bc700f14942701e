// A picture that belongs to something: what there is, a file to take its place, and taking it away.
import { element, replace } from "/dom.js";

// `path` gives the address that it is sent to, once there is one.
export function pictureField(prefix, call, path) {
  const place = element("p", { class: "row" });
  const file = element("input", { id: `${prefix}-picture`, type: "file", accept: "image/jpeg,image/png,image/webp" });
  const show = address => replace(place, address && [element("img", { src: address, alt: "The picture", width: 120 }),
    element("button", { type: "button", class: "plain", onclick: async () => { await call("DELETE", path()); show(null); } }, "Remove the picture")]);
  // Sends what was chosen, if anything was.
  const send = async () => {
    if (file.files[0]) await call("PUT", path(), file.files[0]);
    file.value = "";
  };
  return { node: [element("label", { for: file.id }, "Picture (JPEG, PNG or WebP; may be empty)"), file, place], show, send };
}
