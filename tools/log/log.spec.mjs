import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '../start/testing/visitor.mjs';
import { ADMIN, productWithCommands, proveTheLogIsTheTruth } from './testing/truth.mjs';

test('the log as the truth, by command, on a product that runs', async (t) => {
  const product = await productWithCommands(t);
  const { command, port } = product;
  await proveTheLogIsTheTruth(t, product);

  await t.test('a lost password is replaced by a new one, and what was signed in with the old one ends', async () => {
    const [before, after, unknown] = [visitor(port), visitor(port), visitor(port)];
    assert.equal((await before.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).status, 200);
    const { code, output, errors } = await command('log/password.mjs', ADMIN.ADMIN_EMAIL.toUpperCase());
    assert.deepEqual([code, errors], [0, '']);
    const [, password] = /^Password of admin@school\.example: +(\S+)$/m.exec(output);
    assert.equal((await before.get('/api/stats')).status, 401);
    assert.equal((await unknown.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).status, 401);
    assert.equal((await after.signIn(ADMIN.ADMIN_EMAIL, password)).status, 200);
    const stranger = await command('log/password.mjs', 'nobody@school.example');
    assert.deepEqual([stranger.code, stranger.errors], [2, 'There is no account nobody@school.example.\n']);
  });

  await t.test('wrong arguments are told in one line, and --help tells how', async () => {
    const wrong = [
      ['log/rebuild.mjs'],
      ['log/rebuild.mjs', 'nobody'],
      ['log/rebuild.mjs', 'repairs', 'nothing'],
      ['log/verify.mjs', '--what'],
      ['log/replay.mjs', 'repairs', '--from', 'x'],
      ['log/dead-letters.mjs', 'skip', 'repairs'],
      ['log/erase.mjs', 'device'],
      ['log/password.mjs', 'somebody'],
    ];
    for (const [script, ...args] of wrong) {
      const { code, errors } = await command(script, ...args);
      assert.deepEqual([code, errors.trim().split('\n').length], [2, 1], errors);
      const help = await command(script, '--help');
      assert.deepEqual([help.code, help.output.includes('npm run')], [0, true]);
    }
  });
});
