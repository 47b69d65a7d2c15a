import { setTimeout as delay } from 'node:timers/promises';

/**
 * What a source yields, in groups: the first item of a group waits `ms` for others, or until there are `most`; with
 * `apartMs` also until that long after the previous group. Ends and fails as the source does, after delivering what
 * came before.
 */
export async function* batched<Item>(
  source: AsyncIterable<Item>,
  { ms, most, apartMs = 0 }: { ms: number; most: number; apartMs?: number | undefined },
): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = iterator.next();
    // Awaited later: a rejection before that must not end the process.
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
