import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { readArguments, UsageError } from './run-command.mjs';

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

/** A command that goes on printing until it is told to end. */
function talking(stdout) {
  const command = new URL('run-command.mjs', import.meta.url).href;
  const code = `import { runCommand } from '${command}';
    import { setTimeout as pause } from 'node:timers/promises';
    await runCommand('', async (_args, signal) => {
      for (; !signal.aborted; await pause(10)) console.log('a line');
      await pause(100);
      console.error('in order');
    });`;
  const stdio = ['ignore', stdout, 'pipe'];
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio });
  const [errors, ended] = [text(child.stderr), once(child, 'exit')];
  return { output: child.stdout, ended: async () => [(await ended)[0], await errors] };
}

test('a command whose reader leaves, as `head` does, ends in order and says nothing about it', async () => {
  const { output, ended } = talking('pipe');
  await once(output, 'data');
  output.destroy();
  assert.deepEqual(await ended(), [141, 'in order\n']);
});

test('a command whose output is lost on a full disk ends in order and says so', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('this system has no disk that is always full');
  const said = 'in order\nThe output could not be written: ENOSPC: no space left on device, write\n';
  assert.deepEqual(await talking(openSync('/dev/full', 'w')).ended(), [2, said]);
});

test('Ctrl-C under npm, which sends the signal again, lets the command end in order', async () => {
  const command = new URL('run-command.mjs', import.meta.url).href;
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
