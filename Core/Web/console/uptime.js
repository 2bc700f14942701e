// For how long the host was ready, and what was out of order.
import { saving, table } from "/console/table.js";
import { element } from "/dom.js";

const heads = { months: ["Time", "Ready", "Of", "Share", "98 % or more"], outages: ["Part", "Since", "Until", "What is wrong"] };

/** The card; `call` asks the host. */
export async function uptimeCard(call) {
  const { since, whole, months, outages } = await call("GET", "/v1/console/uptime");
  const shares = [whole, ...months].map(share => [share.period === "all" ? `since ${since?.slice(0, 10) ?? "now"}` : share.period,
    duration(share.readySeconds), duration(share.totalSeconds), share.percent === undefined ? "–" : `${share.percent}\u00a0%`,
    share.isEnough === undefined ? "–" : share.isEnough ? "yes" : "no"]);
  const lines = outages.map(outage => [outage.part, outage.since, outage.until ?? "goes on", outage.detail ?? ""]);
  return element("section", { class: "card scroll", id: "uptime" }, element("h2", {}, "Uptime"), table(heads.months, shares),
    lines.length > 0 ? table(heads.outages, lines) : element("p", {}, "No outage was told of."),
    element("p", { class: "row" }, saving("uptime", heads.months, () => shares), saving("outages", heads.outages, () => lines)));
}

function duration(seconds) {
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  return `${days} d ${hours} h ${minutes} min`;
}
