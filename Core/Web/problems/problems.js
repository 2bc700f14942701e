// Every problem code of this host, from its own description.
import { element, replace } from "/dom.js";

const description = await fetch("/openapi.json").then(answer => answer.json());
const problems = Object.entries(description["x-problems"]).sort(([left], [right]) => left.localeCompare(right));
replace(document.getElementById("main"), element("h1", {}, "Problems"),
  element("p", {}, "Each error answer names one of these codes. Where the input is wrong, `errors` lists every mistake with its place."),
  problems.map(([code, problem]) => element("section", { class: "card", id: code },
    element("h2", {}, `${problem.status} ${code}`), element("p", {}, problem.detail))));
document.getElementById(location.hash.slice(1))?.scrollIntoView();
