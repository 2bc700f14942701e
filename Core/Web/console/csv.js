// Comma-separated values (RFC 4180): what a spreadsheet opens and saves.

// A cell that a spreadsheet would take for a formula gets an apostrophe before it, which it shows as a text; reading takes it away.
const isFormula = /^[=+\-@\t\r]/;
const isMarked = /^'+[=+\-@\t\r]/;

function cell(value) {
  const text = String(value ?? "");
  const safe = isFormula.test(text) || isMarked.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// The text of a file; a row is a list of values.
export function write(rows) {
  return rows.map(row => `${row.map(cell).join(",")}\r\n`).join("");
}

// The rows of a file, of commas or semicolons as its first line has more of; without those that are empty.
export function read(text) {
  const body = text.replace(/^\ufeff/, "");
  const first = body.slice(0, body.search(/[\r\n]|$/));
  const comma = first.split(";").length > first.split(",").length ? ";" : ",";
  const rows = [[]];
  let value = "", isQuoted = false;
  const end = () => { rows.at(-1).push(isMarked.test(value) ? value.slice(1) : value); value = ""; };
  for (let place = 0; place < body.length; place += 1) {
    const letter = body[place];
    if (isQuoted && letter === '"' && body[place + 1] === '"') { value += letter; place += 1; }
    else if (letter === '"' && (isQuoted || value === "")) isQuoted = !isQuoted;
    else if (isQuoted) value += letter;
    else if (letter === comma) end();
    else if (letter === "\n") { end(); rows.push([]); }
    else if (letter !== "\r") value += letter;
  }
  if (isQuoted) throw new Error("The file ends within quotation marks.");
  end();
  return rows.filter(row => row.some(value => value !== ""));
}

// Hands a file to the browser. The mark at its beginning tells spreadsheets that it is UTF-8.
export function save(name, rows) {
  const address = URL.createObjectURL(new Blob(["\ufeff", write(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: `${name}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
