import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolePasswordsFor, givenRolePasswords } from './role-passwords.mjs';

const services = ['identity', 'repairs'];
const onOneServer = (database) => rolePasswordsFor(`postgres://owner:secret@db:5432/${database}`, services);

test('databases of one owner on one server derive the same role passwords', () => {
  assert.deepEqual(onOneServer('north'), onOneServer('south'));
});

test('each service has its own password, and another owner’s password leads to others', () => {
  const { identity, repairs } = onOneServer('north');
  assert.notEqual(identity, repairs);
  assert.notEqual(identity, rolePasswordsFor('postgres://owner:other@db/north', services).identity);
});

test('an owner without a password needs a key to derive from', () => {
  assert.throws(() => rolePasswordsFor('postgres://owner@db/north', services), /has no password to derive/);
  assert.equal(rolePasswordsFor('postgres://owner@db/north', services, 'key').identity.length, 48);
});

test('given passwords take precedence over derived ones', () => {
  const owner = 'postgres://owner:secret@db/north';
  const { identity, repairs } = givenRolePasswords({ REPAIRS_DATABASE_PASSWORD: 'given' }, owner, services);
  assert.deepEqual([identity, repairs], [onOneServer('north').identity, 'given']);
  const all = { IDENTITY_DATABASE_PASSWORD: 'one', REPAIRS_DATABASE_PASSWORD: 'two' };
  assert.deepEqual(givenRolePasswords(all, 'postgres://owner@db/north', services), { identity: 'one', repairs: 'two' });
});
