import { setImmediate as turn } from 'node:timers/promises';
import { coalesced, createKeyedQueue } from './work-queues';

/** Pieces of work that end when told to. */
function controlled() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
  };
}

describe('work in a keyed queue', () => {
  test('runs one at a time per key, and in parallel across keys up to the limit', async () => {
    const { begun, end, work } = controlled();
    const inQueue = createKeyedQueue(2);
    const all = ['a1', 'a2', 'b1', 'c1'].map((name) => inQueue(name.slice(0, 1), work(name)));
    await turn();
    expect(begun).toEqual(['a1', 'b1']);
    end('b1');
    await turn();
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    end('a1');
    await turn();
    end('a2');
    end('c1');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  test('that fails makes way for the next', async () => {
    const inQueue = createKeyedQueue(1);
    const failing = inQueue('a', () => Promise.reject(new Error('no')));
    const next = inQueue('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});

describe('coalesced work', () => {
  test('calls during a run share the next run, which begins after them', async () => {
    const ends: (() => void)[] = [];
    const look = coalesced(() => new Promise<void>((resolve) => ends.push(resolve)));
    const done: string[] = [];
    const calls = [look().then(() => done.push('first'))];
    calls.push(
      look().then(() => done.push('second')),
      look().then(() => done.push('third')),
    );
    ends[0]?.();
    await turn();
    expect([done, ends.length]).toEqual([['first'], 2]);
    ends[1]?.();
    await Promise.all(calls);
    expect([done, ends.length]).toEqual([['first', 'second', 'third'], 2]);
  });
});
