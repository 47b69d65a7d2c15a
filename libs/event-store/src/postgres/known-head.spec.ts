import { createKnownHead, type Guess } from './known-head';

let now = 0;
beforeEach(() => {
  now = 5_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** A promise with what settles it. */
function pending<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

/** Batches are answered when the test says so. */
function underTest() {
  const head = createKnownHead();
  return {
    send(events: number) {
      const answer = pending<number | undefined>();
      let guess: Guess | undefined;
      const settled = head.extend(events, (after) => ((guess = after), answer.promise));
      return {
        guess,
        stored: (newest: number) => (answer.resolve(newest), settled),
        refused: () => (answer.resolve(undefined), settled),
        failed: () => (answer.reject(new Error('no')), expect(settled).rejects.toThrow('no')),
      };
    },
    sendAny() {
      const answer = pending<void>();
      const settled = head.leaveOpen(() => answer.promise);
      return { answered: () => (answer.resolve(), settled) };
    },
  };
}

const stored = (position: number): Guess => ({ position, isStored: true });
const sent = (position: number): Guess => ({ position, isStored: false });

test('the head is looked up until a batch is answered; from then on each batch follows those sent before', async () => {
  const log = underTest();
  const [first, second] = [log.send(2), log.send(3)];
  expect([first.guess, second.guess]).toEqual([undefined, undefined]);
  expect(await first.stored(12)).toBe(12);
  const third = log.send(1);
  expect(third.guess).toEqual(sent(15));
  await second.stored(15);
  await third.stored(16);
  expect(log.send(1).guess).toEqual(stored(16));
});

test('a batch sent while one is under way that follows a stored position is looked up, and the next one is not', async () => {
  const log = underTest();
  await log.send(1).stored(1);
  const [oldest, meanwhile] = [log.send(2), log.send(3)];
  expect([oldest.guess, meanwhile.guess]).toEqual([stored(1), undefined]);
  await oldest.stored(3);
  const next = log.send(1);
  expect(next.guess).toEqual(sent(6));
  await meanwhile.stored(6);
  expect(log.send(1).guess).toEqual(sent(7));
});

test('after more than 10 ms without a batch it is looked up again', async () => {
  const log = underTest();
  await log.send(1).stored(1);
  now += 10;
  const next = log.send(1);
  expect(next.guess).toEqual(stored(1));
  await next.stored(2);
  now += 11;
  expect(log.send(1).guess).toBeUndefined();
});

test.each(['refused', 'failed'] as const)('after a batch that was %s it is looked up for a second', async (outcome) => {
  const log = underTest();
  await log.send(1).stored(1);
  const [unlucky, after] = [log.send(1), log.send(1)];
  await unlucky[outcome]();
  await after.refused();
  now += 999;
  const lookedUp = log.send(1);
  expect(lookedUp.guess).toBeUndefined();
  now += 1;
  await lookedUp.stored(7);
  expect(log.send(1).guess).toEqual(stored(7));
});

test('while a request is under way that may store any number of events, it is looked up', async () => {
  const log = underTest();
  await log.send(1).stored(1);
  const before = log.send(1);
  const any = log.sendAny();
  const after = log.send(1);
  expect([before.guess, after.guess]).toEqual([stored(1), undefined]);
  await before.stored(2);
  const last = log.send(1);
  expect(last.guess).toBeUndefined();
  await any.answered();
  await after.stored(9);
  expect(log.send(1).guess).toEqual(sent(10));
});
