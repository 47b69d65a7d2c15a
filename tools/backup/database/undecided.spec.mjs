import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { readersThatStop } from '../../shared/service-log.mjs';
import { newInstallation } from '../testing/new-installation.mjs';
import { undecidedLines } from './undecided.mjs';

test('whoever takes a backup is told of unknown events that are not skipped, and of no others', async (t) => {
  const [client] = (await newInstallation(t)).clients;
  const record = (position, type, version) =>
    client.query(
      `INSERT INTO repairs.events (position, stream, stream_version, id, type, version, data, occurred_at, recorded_at, actor,
         correlation_id, causation_id)
       VALUES ($1::int, 'device-1', $1::int, $2::uuid, $3, $4, '{}', now(), now(), null, 'a test', $2::uuid)`,
      [position, randomUUID(), type, version],
    );
  const skip = (follower, position) =>
    client.query(
      `INSERT INTO repairs.dead_letters (follower, position, event_type, error, state)
       VALUES ($1, $2, 'Nonsense', 'UnreadableEvent', 'skipped')`,
      [follower, position],
    );
  await record(1, 'RepairLogged', 1);
  assert.deepEqual(await undecidedLines(client), []);
  await record(2, 'Nonsense', 7);
  await record(3, 'Nonsense', 7);
  const readers = readersThatStop('repairs');
  for (const reader of readers) {
    assert.match((await undecidedLines(client)).join('\n'), /^Warning: .*Nonsense version 7 \(repairs, 2 .*at 2\)/u);
    await skip(reader, 2);
  }
  assert.match((await undecidedLines(client)).join('\n'), /^Warning: .*Nonsense version 7 \(repairs, 1 .*at 3\)/u);
  for (const reader of readers) await skip(reader, 3);
  assert.deepEqual(await undecidedLines(client), []);
});
