// The queue of entries for whoever may have none: its scripts are fetched once somebody is signed in or enters something.
let found = null;
const queue = () => found ??= import("/queue/queue.js");

export const enter = async entry => (await queue()).enter(entry);
export const list = async () => (await queue()).list();
export const handOver = async (from, to) => (await queue()).handOver(from, to);
export const flush = async () => found && (await found).flush();

export async function own(person, text) {
  if (!person && !found) return;
  const { own } = await queue();
  own(person);
  (await import("/queue/badge.js")).showQueue(text);
}

export function onChange(hear) {
  let end = null;
  let isOver = false;
  queue().then(({ onChange }) => { if (!isOver) end = onChange(hear); }).catch(() => null);
  return () => {
    isOver = true;
    end?.();
  };
}
