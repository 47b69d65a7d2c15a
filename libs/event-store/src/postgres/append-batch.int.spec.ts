import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPool } from '@repairline/postgres/pool';
import { until } from '@repairline/service-kit/testing/until';
import type { EventStore } from '../event-store';
import { openPostgresStores } from '../testing/postgres-stores';
import { byCommand, lent, loanRegistry, returned, type LoanEvent } from '../testing/sample-events';
import { createPostgresEventStore } from './postgres-event-store';

describe('appends in one batch, and in batches that follow each other', () => {
  let under: Awaited<ReturnType<typeof openPostgresStores>>;
  beforeEach(async () => (under = await openPostgresStores()));
  afterEach(() => under.close());

  function onOneConnection() {
    const { connectionString, keyring } = under;
    const pool = under.newPool(createPool(connectionString, 'append-batch-spec', 1));
    return { store: createPostgresEventStore({ pool, connectionString, registry: loanRegistry, keyring }) };
  }

  test.each([1, 2, 33, 120, 501])(
    'a batch of %i appends is stored completely and in order, each with its own data and metadata',
    async (count) => {
      const { store } = onOneConnection();
      const appends = Array.from({ length: count }, (_, index) => ({
        stream: `loan-${index}`,
        expected: 0,
        events: [
          lent(`${index}`, { student: index % 2 ? `"Ada, {x}" \\ ${index}` : null }),
          returned(`${index}`, index % 3 === 0),
        ],
        context: {
          ...byCommand(),
          actor: index % 5 ? byCommand().actor : null,
          batchId: index % 2 ? randomUUID() : null,
        },
      }));
      const results = await store.appendMany(appends);
      const stored = await under.another().readAll(0, 2 * count + 1);
      expect(stored.map(({ position }) => position)).toEqual(upTo(2 * count));
      for (const [index, { stream, events, context }] of appends.entries()) {
        const ofStream = stored.filter((envelope) => envelope.stream === stream);
        expect(results[index]).toEqual({ status: 'appended', streamVersion: 2, position: ofStream[1]?.position });
        expect(ofStream.map(({ event }) => event)).toEqual(events.map(({ event }) => event));
        const { commandId: causationId, actor, batchId } = context;
        for (const [number, envelope] of ofStream.entries())
          expect(envelope).toMatchObject({ streamVersion: number + 1, causationId, actor, batchId });
      }
    },
  );

  describe('by one process', () => {
    const appendTo = (stream: string, expected: number) => {
      return { stream, expected, events: [lent(stream), returned(stream)], context: byCommand() };
    };
    /** To as many streams nobody has used before, two events each. */
    const appends = (count: number) => Array.from({ length: count }, () => appendTo(`loan-${randomUUID()}`, 0));
    const withId = (id: string) => ({ ...appendTo(`loan-${randomUUID()}`, 0), events: [{ ...returned('1'), id }] });

    test('each append follows the one before', async () => {
      const { store } = onOneConnection();
      for (let version = 0; version < 10; version += 2) await store.appendMany([appendTo('loan-1', version)]);
      expect(await positionsIn(store)).toEqual(upTo(10));
    });

    /** Makes the database hold up a batch with this event until it is let go. */
    async function heldUp(id: string) {
      const other = await under.pool.connect();
      await other.query('BEGIN');
      await other.query(EVENT_FAR_BEHIND, [id]);
      const waiting = `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'transactionid' AND query LIKE '%append_events%'`;
      return {
        /** Resolves with the process of the database that waits. */
        async waiting(): Promise<number | undefined> {
          let pid: number | undefined;
          await until(
            async () => (pid = (await under.pool.query<{ pid: number }>(waiting)).rows[0]?.pid) !== undefined,
          );
          return pid;
        },
        letGo: () => other.query('ROLLBACK').finally(() => other.release()),
      };
    }

    /** Sends a batch that is held up, and one to the same log while that is under way. @returns what both are answered */
    async function sendMeanwhile(store: EventStore<LoanEvent>, underWay: (id: string) => ReturnType<typeof appends>) {
      const first = appends(4);
      await store.appendMany(first);
      const id = randomUUID();
      const held = await heldUp(id);
      const second = store.appendMany(underWay(id));
      await held.waiting();
      const third = store.appendMany(first.map(({ stream }) => appendTo(stream, 2)));
      for (let turn = 1; turn <= 20; turn += 1) await nextTurn();
      await held.letGo();
      return Promise.all([second, third]);
    }

    test('a batch sent while another is under way follows it', async () => {
      const { store } = onOneConnection();
      await sendMeanwhile(store, (id) => [withId(id), ...appends(3)]);
      expect(await positionsIn(store)).toEqual(upTo(23));
    });

    test('a batch that is refused leaves no gap before the one sent meanwhile', async () => {
      const { store } = onOneConnection();
      await store.appendMany(appends(1));
      const [first, ...others] = appends(8);
      const noText = { ...first, events: [returned('\u0000')] } as (typeof others)[number];
      const results = await store.appendMany([noText, ...others]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array<string>(7).fill('appended')]);
      expect(await positionsIn(store)).toEqual(upTo(16));
    });

    test('a batch that fails late leaves no gap before the one that was to follow it', async () => {
      const { store } = onOneConnection();
      const taken = randomUUID();
      await store.appendMany([withId(taken)]);
      const [second, third] = await sendMeanwhile(store, (id) => [withId(id), withId(taken), ...appends(2)]);
      expect(second.map(({ status }) => status)).toEqual(['appended', 'rejected', 'appended', 'appended']);
      for (const result of third) expect(result).toMatchObject({ status: 'appended', streamVersion: 4 });
      expect(await positionsIn(store)).toEqual(upTo(22));
    });

    test('a batch whose connection breaks is rejected as a whole, and the next one is stored over another', async () => {
      const { store } = onOneConnection();
      const id = randomUUID();
      const held = await heldUp(id);
      const broken = store.appendMany([withId(id), ...appends(1)]);
      await under.pool.query('SELECT pg_terminate_backend($1)', [await held.waiting()]);
      expect((await broken).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await store.appendMany(appends(2))).toMatchObject([{ position: 2 }, { position: 4 }]);
      await held.letGo();
    });

    test('a log that others have appended to is continued at its end', async () => {
      const { store } = onOneConnection();
      const others = under.another();
      await store.appendMany([appendTo('loan-1', 0)]);
      await others.appendMany(appends(1));
      expect(await store.appendMany([appendTo('loan-1', 2)])).toMatchObject([{ status: 'appended', position: 6 }]);
      await others.appendMany(appends(1));
      expect(await store.appendMany([appendTo('loan-1', 4)])).toMatchObject([{ status: 'appended', position: 10 }]);
      expect(await positionsIn(store)).toEqual(upTo(10));
    });
  });

  test('a repeated append that expects a new stream is a duplicate, whatever is appended with it', async () => {
    const again = ['1', '2', '3'].map((device) => ({
      stream: `loan-${device}`,
      expected: 0,
      events: [lent(device)],
      context: byCommand(),
    }));
    await under.another().appendMany(again);
    const { store } = onOneConnection();
    const fresh = { stream: 'loan-4', expected: 0, events: [lent('4')], context: byCommand() };
    const results = await store.appendMany([...again, fresh]);
    expect(results.map(({ status }) => status)).toEqual(['duplicate', 'duplicate', 'duplicate', 'appended']);
  });
});

const EVENT_FAR_BEHIND = `INSERT INTO events (position, stream, stream_version, id, type, version, data, occurred_at,
  recorded_at, correlation_id, causation_id)
  VALUES (1000, 'loan-other', 1, $1, 'DeviceReturned', 1, '{}', now(), now(), 'other', gen_random_uuid())`;

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function positionsIn(store: EventStore<LoanEvent>): Promise<number[]> {
  return (await store.readAll(0, 1_000)).map(({ position }) => position);
}
