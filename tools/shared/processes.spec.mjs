import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectedWithin, endProcess, graceOf, processIdentity } from './processes.mjs';
import { supervised } from '../start/processes/supervised.mjs';

test('a database that takes six seconds to stop is not killed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-processes-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const running = join(folder, 'running');
  const code = `process.on('SIGINT', () => setTimeout(() => process.exit(0), 6_000));
    require('node:fs').writeFileSync(${JSON.stringify(running)}, '');
    setInterval(() => undefined, 1_000);`;
  let child;
  const database = supervised({
    name: 'postgres',
    launch: () => (child = spawn(process.execPath, ['-e', code], { detached: true })),
    logFile: join(folder, 'postgres.log'),
    signal: 'SIGINT',
    record: { add: () => undefined, remove: () => undefined },
  });
  database.start();
  const ended = once(child, 'exit');
  await database.untilReady(
    () => existsSync(running),
    () => false,
  );
  await database.stop();
  assert.deepEqual(await ended, [0, null]);
});

test('a service may take longer to stop than it gives itself, and the database longer still', () => {
  assert.ok(graceOf('repairs') > 8_000);
  assert.ok(graceOf('postgres') > graceOf('repairs'));
});

test('what does not stop is killed, and one line says so', async (t) => {
  const code = `process.on('SIGTERM', () => undefined); process.stdout.write('.'); setInterval(() => undefined, 1_000);`;
  const { pid, stdout } = spawn(process.execPath, ['-e', code], { detached: true });
  await once(stdout, 'data');
  const write = t.mock.method(process.stderr, 'write', () => true);
  await endProcess({ title: 'The database', pid, identity: processIdentity(pid) }, 300);
  const said = write.mock.calls.map(({ arguments: [text] }) => text);
  write.mock.restore();
  assert.equal(processIdentity(pid), null);
  assert.deepEqual(said, ['The database did not stop within 0.3 s and was killed.\n']);
});

test('an ended process counts as collected only once its parent has asked for its end', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux shows it');
  // The shell becomes a program that does not know the child the shell has started.
  const parent = spawn('sh', ['-c', 'sleep 100 & echo $!; exec cat']);
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  const child = { pid, identity: processIdentity(pid) };
  assert.notEqual(child.identity, null);
  await endProcess({ title: 'The child', ...child });
  assert.equal(processIdentity(pid), null);
  assert.equal(await collectedWithin(100, child), false);
  parent.stdin.end();
  assert.equal(await collectedWithin(10_000, child), true);
});
