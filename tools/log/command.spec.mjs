import assert from 'node:assert/strict';
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
