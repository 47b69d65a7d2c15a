import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REAL_PRODUCT, eventually, place } from './testing/running-copy.mjs';
import { visitor } from './testing/visitor.mjs';

const ADMIN_EMAIL = 'admin@school.example';
const ADMIN_PASSWORD = 'an admin who survives';
const RECOVERY_MS = 30_000;

/** Signs in as a browser does and reads the figures, which takes every process. @returns the last status */
async function use(port) {
  const { signIn, get } = visitor(port);
  const { status } = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  return status === 200 ? (await get('/api/stats')).status : status;
}

test('the product recovers after any one of its processes is killed', async (t) => {
  const { start, children, port } = await place(t, REAL_PRODUCT);
  await start({ ADMIN_EMAIL, ADMIN_PASSWORD });
  assert.equal(await use(port), 200);
  for (const name of Object.keys(children())) {
    await t.test(`${name} is killed`, async () => {
      const before = children()[name].pid;
      process.kill(before, 'SIGKILL');
      await eventually(() => children()[name].pid !== before);
      await eventually(async () => (await use(port)) === 200, RECOVERY_MS);
    });
  }
});
