import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REAL_PRODUCT, allGone, eventually, place } from './testing/running-copy.mjs';

const ADMIN_EMAIL = 'admin@school.example';
const ADMIN_PASSWORD = 'an admin who survives';
const RECOVERY = 30_000;

const cookiesOf = (answer) => answer.headers.getSetCookie().map((line) => line.split(';')[0]);

/** Signs in as a browser does and reads the figures, which takes every process; answers the last status. */
async function use(port) {
  const origin = `http://localhost:${port}`;
  const call = (path, init) => fetch(`${origin}${path}`, { signal: AbortSignal.timeout(5_000), ...init });
  const first = await call('/api/csrf-token');
  const { csrfToken } = await first.json();
  const login = await call('/api/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': csrfToken,
      origin,
      cookie: cookiesOf(first).join('; '),
    },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
  });
  if (login.status !== 200) return login.status;
  const stats = await call('/api/stats', { headers: { cookie: cookiesOf(login).join('; ') } });
  await stats.arrayBuffer();
  return stats.status;
}

test('the product goes on after any of its processes was killed, and after its supervisor was', async (t) => {
  const { start, children, port } = await place(t, REAL_PRODUCT);
  const env = { ADMIN_EMAIL, ADMIN_PASSWORD };
  const copy = await start(env);
  assert.equal(await use(port), 200);
  for (const name of Object.keys(children())) {
    await t.test(`${name} killed`, async () => {
      const before = children()[name].pid;
      process.kill(before, 'SIGKILL');
      await eventually(() => children()[name].pid !== before);
      await eventually(async () => (await use(port)) === 200, RECOVERY);
    });
  }
  await t.test('the supervisor killed', async () => {
    const left = children();
    await copy.stop('SIGKILL');
    const next = await start(env);
    assert.ok(allGone(left));
    assert.equal(await use(port), 200);
    const last = children();
    assert.equal(await next.stop('SIGTERM'), 0);
    assert.ok(allGone(last));
  });
});
