import { spinWhilePending } from './spin-while-pending';

let now = 0;
let looks = 0;
const { setImmediate: later } = globalThis;
beforeEach(() => {
  [now, looks] = [1_000, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  jest.spyOn(globalThis, 'setImmediate').mockImplementation((look: () => void) => {
    looks += 1;
    now += 0.25;
    return later(look);
  });
});
afterEach(() => jest.restoreAllMocks());

/** Lets the loop turn more often than there are looks. */
async function timePasses(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => later(resolve));
}

test('the event loop is kept turning until the work is done', async () => {
  let finish = () => undefined as void;
  const work = new Promise<void>((resolve) => (finish = resolve));
  spinWhilePending(work);
  expect(looks).toBe(1);
  finish();
  await timePasses();
  expect(looks).toBe(1);
});

test('the event loop is kept turning for at most a millisecond', async () => {
  spinWhilePending(new Promise(() => undefined));
  await timePasses();
  expect(looks).toBe(4);
});

test('failed work ends the turning, and its error is left to the caller', async () => {
  const work = Promise.reject(new Error('no'));
  spinWhilePending(work);
  await expect(work).rejects.toThrow('no');
  await timePasses();
  expect(looks).toBe(1);
});
