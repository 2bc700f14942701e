// Push on this device: what it is now, and switching it on and off. The browser asks only when somebody has pressed something.
import { get, put, remove } from "/api.js";

const isThere = () => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
const subscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

// "on", "off", "denied" where the browser was told never to ask, or "missing" where it cannot.
export async function pushState() {
  if (!isThere()) return "missing";
  if (Notification.permission === "denied") return "denied";
  return await subscription() && localStorage.getItem("push") ? "on" : "off";
}

const bytes = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));

// Asks, subscribes and tells the host; false where somebody has said no.
export async function switchOn() {
  const may = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  if (may !== "granted") return false;
  const { key } = await get("/v1/me/push-key");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribed = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  await put("/v1/me/push-subscriptions", subscribed.toJSON());
  localStorage.setItem("push", "on");
  return true;
}

export async function switchOff() {
  localStorage.removeItem("push");
  const subscribed = isThere() && await subscription();
  if (!subscribed) return;
  await remove(`/v1/me/push-subscriptions?endpoint=${encodeURIComponent(subscribed.endpoint)}`);
  await subscribed.unsubscribe();
}

// Push belongs to a session: whoever signs in on this device next decides anew.
export async function forgetPush() {
  if (!localStorage.getItem("push")) return;
  localStorage.removeItem("push");
  await (await subscription())?.unsubscribe();
}

// Tells the host again, which may have been told that the device is gone.
export async function renewPush() {
  if (!localStorage.getItem("push") || !isThere()) return;
  const subscribed = await subscription();
  if (subscribed) await put("/v1/me/push-subscriptions", subscribed.toJSON());
}
