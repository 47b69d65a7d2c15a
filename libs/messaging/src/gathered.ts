import { setTimeout as delay } from 'node:timers/promises';

/**
 * What a source yields, in groups: whoever comes first waits so long for others, until there are as many. Ends and fails as
 * the source does, after what came before has been handed over.
 */
export async function* gathered<Item>(
  source: AsyncIterable<Item>,
  { ms, most }: { ms: number; most: number },
): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = iterator.next();
    // Awaited later: a failure meanwhile is not to end the process.
    asked.catch(() => undefined);
    return asked;
  };
  let coming = ask();
  for (let first = await coming; !first.done; first = await coming) {
    const group = [first.value];
    const over = new AbortController();
    const time = delay(ms, undefined, { signal: over.signal }).catch(() => undefined);
    coming = ask();
    while (group.length < most) {
      const came = await Promise.race([coming.catch(() => undefined), time]);
      if (!came || came.done) break;
      group.push(came.value);
      coming = ask();
    }
    over.abort();
    yield group;
  }
}
