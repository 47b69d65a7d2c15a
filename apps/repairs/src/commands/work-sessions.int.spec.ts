import { randomUUID } from 'node:crypto';
import { CurrentWorkSession, EndWorkSession, StartWorkSession } from '@repairline/contracts/repairs/calls';
import type { Actor } from '@repairline/contracts/call';
import { codeOf } from '@repairline/messaging/testing/ask';
import { workSessionStream } from '../domain/work-session';
import { openWorkbench, type Workbench } from '../testing/workbench';

let bench: Workbench;
beforeAll(async () => (bench = await openWorkbench()));
afterAll(() => bench.close());

const somebody = (): Actor => ({ userId: randomUUID(), name: 'Some Body', role: 'Member' });
const start = (as: Actor, commandId?: string) => bench.ask(StartWorkSession, {}, { as, commandId });
const end = (as: Actor, commandId?: string) => bench.ask(EndWorkSession, {}, { as, commandId });
const current = (as: Actor) => bench.ask(CurrentWorkSession, {}, { as });

// proves s3.session.fields
test('a session runs from its start to its end, and the next read shows it', async () => {
  const as = somebody();
  expect(await current(as)).toBeNull();
  const { session, started } = await start(as);
  expect(started).toBe(true);
  expect(session).toEqual({
    ...{ id: expect.any(String) as string, userId: as.userId, endTime: null },
    ...{ startTime: expect.stringMatching(/Z$/u) as string, createdAt: expect.stringMatching(/Z$/u) as string },
  });
  expect(await current(as)).toEqual(session);
  const ended = await end(as);
  expect(ended).toMatchObject({ id: session.id, startTime: session.startTime });
  expect(Date.parse(ended.endTime ?? '')).toBeGreaterThanOrEqual(Date.parse(session.startTime));
  expect(await current(as)).toBeNull();
});

test('of 16 starts at once one starts a session, and all of them answer that session', async () => {
  const as = somebody();
  const outcomes = await Promise.all(Array.from({ length: 16 }, () => start(as)));
  expect(outcomes.filter(({ started }) => started)).toHaveLength(1);
  expect(new Set(outcomes.map(({ session }) => session.id)).size).toBe(1);
  expect(await bench.store.readStream(workSessionStream(as.userId))).toHaveLength(1);
});

test('of 8 ends at once one ends the session, and the others get no_work_session', async () => {
  const as = somebody();
  await start(as);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => codeOf(end(as))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'no_work_session')).toHaveLength(7);
});

test('a repeated start or end answers its own session and starts or ends no other', async () => {
  const as = somebody();
  const [first, last] = [randomUUID(), randomUUID()];
  const { session } = await start(as, first);
  expect(await start(as, first)).toEqual({ session, started: true });
  const ended = await end(as, last);
  expect(await end(as, last)).toEqual(ended);
  expect(await start(as, first)).toEqual({ session: ended, started: true });
  expect(await current(as)).toBeNull();
});

test('each user has their own session', async () => {
  const [one, other] = [somebody(), somebody()];
  await start(one);
  expect(await current(other)).toBeNull();
  expect(await codeOf(end(other))).toBe('no_work_session');
  expect(await current(one)).not.toBeNull();
});
