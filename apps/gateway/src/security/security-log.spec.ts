import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { SecurityLine } from '@repairline/service-kit/security-log';
import type { SignIn } from '../http/request';
import { SecurityLog } from './security-log';

const DAY_MS = 86_400_000;

function logWith(secret: string) {
  const lines: SecurityLine[] = [];
  return { lines, log: new SecurityLog({ write: (line) => lines.push(line), close: () => undefined }, secret) };
}

test('a client has the same hash everywhere under one secret, and another under another', () => {
  const hashes = ['one secret', 'one secret', 'another'].map((secret) => {
    const { lines, log } = logWith(secret);
    log.socketRefused({} as IncomingMessage, '127.0.0.1', 'not_signed_in');
    return lines[0]?.clientHash;
  });
  expect(hashes).toEqual([hashes[0], hashes[0], expect.stringMatching(/^[\w-]{22}$/u)]);
  expect(hashes[2]).not.toBe(hashes[0]);
});

test('a token that is used at the same client is told again after a day', () => {
  jest.useFakeTimers();
  const { lines, log } = logWith('a secret');
  const use = () => log.tokenUsed({ method: 'GET' } as Request, { tokenId: 'its id' } as SignIn);
  use();
  jest.advanceTimersByTime(DAY_MS - 1);
  use();
  expect(lines).toHaveLength(1);
  jest.advanceTimersByTime(1);
  use();
  expect(lines).toHaveLength(2);
  jest.useRealTimers();
});
