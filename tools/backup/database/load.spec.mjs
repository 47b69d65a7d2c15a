import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readersThatStop } from '../../shared/service-log.mjs';
import { LOGS } from '../contents.mjs';
import { createWriter } from '../file/format.mjs';
import { checkFiles } from './load.mjs';
import { fingerprint, seal } from '../file/sealed.mjs';

const KEY = 'ab'.repeat(32);

/** Both files of a backup, with these events and dead letters of repairs and no others. */
async function backup(
  t,
  { product = '0.9.0', events = [], letters = [], takenAt = { logs: '2026-11-21', keys: '2026-11-21' } } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-load-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [file, keysFile] = ['file', 'file.keys'].map((name) => join(folder, name));
  for (const [holds, path, through] of [
    ['logs', file, []],
    ['keys', keysFile, [seal(KEY)]],
  ]) {
    const writer = createWriter(path, through);
    await writer.header({ product, takenAt: takenAt[holds], dataKey: fingerprint(KEY), holds });
    if (holds === 'logs')
      for (const { service, name } of LOGS) {
        const rows =
          service === 'repairs' ? events.map((event, at) => JSON.stringify({ position: at + 1, ...event })) : [];
        await writer.table({ service, name, upTo: rows.length }, [rows]);
      }
    if (holds === 'logs')
      await writer.table({ service: 'repairs', name: 'dead_letters' }, [
        letters.map((letter) => JSON.stringify({ state: 'skipped', ...letter })),
      ]);
    await writer.close();
  }
  return { file, keysFile, dataKey: KEY };
}

test('a backup of a newer version is refused, one of an older version is not', async (t) => {
  const files = await backup(t, { product: '0.10.0' });
  await assert.rejects(
    checkFiles({ ...files, product: '0.9.1' }),
    /taken by Repairline 0\.10\.0, and this is 0\.9\.1/u,
  );
  for (const product of ['0.10.0', '0.10.1', '1.0.0'])
    assert.deepEqual((await checkFiles({ ...files, product })).found, { billing: 0, repairs: 0, identity: 0 });
});

test('a backup with an event that this version does not know is refused, with the name of the event', async (t) => {
  const product = '0.9.0';
  const logged = { type: 'RepairLogged', version: 1 };
  assert.equal((await checkFiles({ ...(await backup(t, { events: [logged] })), product })).found.repairs, 1);
  await assert.rejects(
    checkFiles({ ...(await backup(t, { events: [logged, { ...logged, version: 99 }] })), product }),
    /file holds RepairLogged version 99, which this version of Repairline does not know/u,
  );
});

test('an event that this version does not know is no hindrance once nobody would stop at it', async (t) => {
  const product = '0.9.0';
  const events = [
    { type: 'RepairLogged', version: 1 },
    { type: 'Nonsense', version: 7 },
  ];
  const skippedAt = (position) => readersThatStop('repairs').map((follower) => ({ follower, position }));
  const check = async (letters) => (await checkFiles({ ...(await backup(t, { events, letters })), product })).found;
  assert.equal((await check(skippedAt(2))).repairs, 2);
  const refused = /holds Nonsense version 7, which this version of Repairline does not know/u;
  for (const missing of readersThatStop('repairs'))
    await assert.rejects(check(skippedAt(2).filter(({ follower }) => follower !== missing)), refused);
  await assert.rejects(check(skippedAt(1)), refused);
  await assert.rejects(check(skippedAt(2).map((letter) => ({ ...letter, state: 'stopped' }))), refused);
  assert.ok(readersThatStop('repairs').includes('relay'));
});

test('it is known by how much the keys are older than the log', async (t) => {
  const product = '0.9.0';
  const olderBy = async (takenAt) => (await checkFiles({ ...(await backup(t, { takenAt })), product })).keysOlderBy;
  assert.equal(await olderBy({ logs: '2026-11-22', keys: '2026-11-21' }), 86_400_000);
  assert.ok((await olderBy({ logs: '2026-11-21', keys: '2026-11-22' })) < 0);
  assert.equal(await olderBy(undefined), 0);
});
