// The entries that wait on this device, in the order in which they were made (IndexedDB). An entry is
// `{ number, account, key, method, path, body, title, page, language, at, refusal, tries }`: whose it is, the request with its
// Idempotency-Key, what people read of it and the page it was made on, when it was made, and why the host has refused it.
const table = "entries";
let opened = null;

function open() {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open("fieldhouse-queue", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: "number", autoIncrement: true });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  opened.catch(() => { opened = null; });
  return opened;
}

// What is written is on the disk before it is told that it is kept.
async function use(mode, work) {
  const database = await open();
  return new Promise((done, failed) => {
    const transaction = database.transaction(table, mode, { durability: "strict" });
    const request = work(transaction.objectStore(table));
    transaction.oncomplete = () => done(request.result);
    transaction.onerror = transaction.onabort = () => failed(transaction.error);
  });
}

export const add = entry => use("readwrite", entries => entries.add(entry));
export const all = () => use("readonly", entries => entries.getAll());
export const take = number => use("readwrite", entries => entries.delete(number));

/** Changes an entry, unless it has been taken meanwhile. */
export const change = (number, changes) => use("readwrite", entries => {
  const request = entries.get(number);
  request.onsuccess = () => request.result && entries.put({ ...request.result, ...changes });
  return request;
});
