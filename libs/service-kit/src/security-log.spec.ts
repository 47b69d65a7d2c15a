import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { correlation } from './logger';
import { openSecurityLog } from './security-log';

const folder = mkdtempSync(join(tmpdir(), 'repairline-security-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('lines are appended, marked, to a file that only its owner reads and that may be emptied meanwhile', () => {
  const file = join(folder, 'security.log');
  const log = openSecurityLog('gateway', file);
  log.write({ kind: 'call', outcome: 'admin_only' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  truncateSync(file, 0);
  log.write({ kind: 'role-change', outcome: 'done', userId: 'u', role: 'Admin' });
  log.close();
  const line = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  const mark = { level: 'info', time: expect.any(String) as unknown, service: 'gateway', log: 'security' };
  expect(line).toEqual({ ...mark, kind: 'role-change', outcome: 'done', userId: 'u', role: 'Admin' });
});

test('a line has its own correlation id, and not that of the work that goes on while it is written', () => {
  const file = join(folder, 'correlated.log');
  const log = openSecurityLog('gateway', file);
  correlation.run('other work', () => {
    log.write({ kind: 'call', outcome: 'admin_only', correlationId: 'its own' });
    log.write({ kind: 'call', outcome: 'admin_only', more: 7 });
  });
  log.close();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const ids = lines.map((line) => (JSON.parse(line) as { correlationId?: string }).correlationId);
  expect(ids).toEqual(['its own', undefined]);
});

test('a file that cannot be written is refused by the name of its variable', () => {
  expect(() => openSecurityLog('gateway', join(folder, 'missing', 'security.log'))).toThrow('SECURITY_LOG: ');
});
