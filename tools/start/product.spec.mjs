import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REAL_PRODUCT, allGone, place } from './testing/running-copy.mjs';
import { visitor } from './testing/visitor.mjs';

test('without any variables the product has its defaults, and a later start keeps its Admin', async (t) => {
  const { start, children, port } = await place(t, REAL_PRODUCT);
  const copy = await start({ TZ: 'Asia/Tokyo' });
  const password = /Password: {5}(\S+)/.exec(copy.output)?.[1];
  /** Signs in as a browser does and reads the figures, which takes every process. @returns the last status */
  const use = async () => {
    const { signIn, get } = visitor(port);
    const { status } = await signIn('admin@school.example', password);
    return status === 200 ? (await get('/api/stats')).status : status;
  };

  // proves d.config.admin-password-generated d.config.admin-email-default
  await t.test('the first Admin can sign in with the printed password', async () => {
    assert.equal(await use(), 200);
  });

  // proves d.config.email-domains-default d.config.schools-file-default d.config.timezone-default
  await t.test('domain, schools and time zone have their defaults', async () => {
    const { emailDomains, schools, timeZone } = (await visitor(port).get('/api/district')).body;
    assert.deepEqual(emailDomains, ['school.example']);
    assert.deepEqual(
      schools.map(({ code }) => code),
      ['SHS', 'SMS', 'HBE', 'HLE', 'N/A'],
    );
    assert.equal(timeZone, 'Asia/Tokyo');
  });

  let next;
  await t.test('a start after the supervisor was killed leaves no earlier process', async () => {
    const left = children();
    await copy.stop('SIGKILL');
    next = await start({ ADMIN_EMAIL: 'other@school.example', ADMIN_PASSWORD: 'another secret of it' });
    assert.ok(allGone(left));
  });

  // proves d.config.admin-first-start-only d.config.admin-password-generated
  await t.test('a later start creates no other Admin and prints no password', async () => {
    assert.doesNotMatch(next.output, /Password/);
    const other = await visitor(port).signIn('other@school.example', 'another secret of it');
    assert.deepEqual([other.status, other.body.type], [403, 'pending_approval']);
    assert.equal(await use(), 200);
  });

  await t.test('SIGTERM stops it and leaves no process', async () => {
    const last = children();
    assert.equal(await next.stop('SIGTERM'), 0);
    assert.ok(allGone(last));
  });
});
