import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstAdminOf } from './first-admin.mjs';

const given = 'chosen by the school';
const kept = 'abcd-efgh-jkmn-pqrs';

/** What identity gets for the first Admin, and what is kept for the next start. */
function decided(t, { ADMIN_PASSWORD, firstAdminPassword, isFirst }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-first-admin-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const secrets = { firstAdminPassword };
  const { password } = firstAdminOf({ dataDir, settings: { ADMIN_PASSWORD }, secrets, isFirst });
  return { password, kept: secrets.firstAdminPassword };
}

test('before the account is made, identity gets the given password, and no other is kept', (t) => {
  const settings = { ADMIN_PASSWORD: given, isFirst: true };
  assert.deepEqual(decided(t, settings), { password: given, kept: undefined });
  assert.deepEqual(decided(t, { ...settings, firstAdminPassword: kept }), { password: given, kept: undefined });
});

test('a generated password stays the same until it is shown, even if another is given after the account was made', (t) => {
  assert.deepEqual(decided(t, { firstAdminPassword: kept, isFirst: true }), { password: kept, kept });
  assert.deepEqual(decided(t, { firstAdminPassword: kept, isFirst: false }), { password: kept, kept });
  const late = { ADMIN_PASSWORD: given, firstAdminPassword: kept, isFirst: false };
  assert.deepEqual(decided(t, late), { password: kept, kept });
});
