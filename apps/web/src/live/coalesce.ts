/**
 * Gathers what arrives within `wait` ms and hands it on at once, and then not again for `rest` ms, so that a busy
 * district asks for a list a few times a second at most, and a single change is seen without delay.
 */
export function coalesce<Item>(handOn: (items: Item[]) => void, { wait, rest }: { wait: number; rest: number }) {
  let gathered: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restedAt = 0;

  const flush = () => {
    timer = undefined;
    restedAt = Date.now() + rest;
    const items = gathered;
    gathered = [];
    handOn(items);
  };

  return {
    add(...items: Item[]) {
      gathered.push(...items);
      timer ??= setTimeout(flush, Math.max(wait, restedAt - Date.now()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      gathered = [];
    },
  };
}
