import { setTimeout as pause } from 'node:timers/promises';
import { batched } from './batched';

async function* itemsOf(...words: (string | Promise<unknown> | Error)[]): AsyncGenerator<string> {
  for (const word of words) {
    if (word instanceof Error) throw word;
    if (typeof word === 'string') yield word;
    else await word;
  }
}

async function groupsOf(source: AsyncIterable<string>, options = { ms: 5_000, most: 3 }): Promise<string[][]> {
  const groups: string[][] = [];
  for await (const group of batched(source, options)) groups.push(group);
  return groups;
}

describe('batched', () => {
  test('the first item waits for others until its group is full', async () => {
    expect(await groupsOf(itemsOf('a', 'b', 'c', 'd'))).toEqual([['a', 'b', 'c'], ['d']]);
  });

  test('a group is handed over when its time is up, and later items are not lost', async () => {
    let goOn = () => undefined as void;
    const later = new Promise<void>((resolve) => (goOn = resolve));
    const groups = batched(itemsOf('a', 'b', later, 'c'), { ms: 5, most: 10 });
    expect(await groups.next()).toMatchObject({ value: ['a', 'b'] });
    goOn();
    expect(await groups.next()).toMatchObject({ value: ['c'] });
    expect(await groups.next()).toMatchObject({ done: true });
  });

  test('a group waits for the minimum interval since the previous one; the first does not wait', async () => {
    const opened: (() => void)[] = [];
    const gate = () => new Promise<void>((resolve) => opened.push(resolve));
    const groups = batched(itemsOf('a', gate(), 'b', gate(), 'c'), { ms: 1, most: 2, apartMs: 60_000 });
    expect(await groups.next()).toMatchObject({ value: ['a'] });
    const next = groups.next();
    opened[0]?.();
    await pause(30);
    opened[1]?.();
    expect(await next).toMatchObject({ value: ['b', 'c'] });
  });

  test('a source that fails still hands over the items before the failure', async () => {
    const groups = batched(itemsOf('a', new Error('gone')), { ms: 5_000, most: 10 });
    expect(await groups.next()).toMatchObject({ value: ['a'] });
    await expect(groups.next()).rejects.toThrow('gone');
  });
});
