import { setTimeout as delay } from 'node:timers/promises';

/**
 * What a source yields, in groups: whoever comes first waits so long for others, until there are as many; where `apartMs` is
 * given also until so long after the group before. Ends and fails as the source does, after what came before has been
 * handed over.
 */
export async function* gathered<Item>(
  source: AsyncIterable<Item>,
  { ms, most, apartMs = 0 }: { ms: number; most: number; apartMs?: number | undefined },
): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = iterator.next();
    // Awaited later: a failure meanwhile is not to end the process.
    asked.catch(() => undefined);
    return asked;
  };
  let coming = ask();
  let next = 0;
  for (let first = await coming; !first.done; first = await coming) {
    const group = [first.value];
    const over = new AbortController();
    const time = delay(Math.max(ms, next - performance.now()), undefined, { signal: over.signal }).catch(
      () => undefined,
    );
    coming = ask();
    while (group.length < most) {
      const came = await Promise.race([coming.catch(() => undefined), time]);
      if (!came || came.done) break;
      group.push(came.value);
      coming = ask();
    }
    over.abort();
    next = performance.now() + apartMs;
    yield group;
  }
}
