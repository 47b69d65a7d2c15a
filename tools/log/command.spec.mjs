import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { readArguments, UsageError } from './command.mjs';

test('wrong arguments are explained in one sentence on one line', () => {
  const options = { from: { type: 'string' } };
  for (const [args, message] of [
    [['--from', '-1'], "Option '--from' argument is ambiguous."],
    [['--from'], "Option '--from <value>' argument missing."],
    [['--what'], "Unknown option '--what'."],
  ]) {
    assert.throws(() => readArguments(args, options), new UsageError(message));
  }
});

test('Ctrl-C under npm, which sends the signal again, lets the command end in order', async () => {
  const command = new URL('command.mjs', import.meta.url).href;
  const code = `import { runCommand } from '${command}';
    import { setTimeout as pause } from 'node:timers/promises';
    const running = setInterval(() => undefined, 1_000);
    await runCommand('', async (_args, signal) => {
      console.log('begun');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await pause(300);
      console.log('in order');
      clearInterval(running);
      return 1;
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (said === '') child.kill('SIGINT');
    said += text;
    if (said === 'begun\n') setTimeout(() => child.kill('SIGINT'), 100);
  });
  assert.deepEqual(await ended, [1, null]);
  assert.equal(said, 'begun\nin order\n');
});
