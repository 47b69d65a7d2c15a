import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signedInPeople } from './people.mjs';
import { startProduct } from './product.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const closers = [];
after(async () => {
  while (closers.length > 0) await closers.pop()();
});

test('the people of a measurement are approved and signed in', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-people-spec-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const product = await startProduct({ root, closers }, { dataDir });
  const cookies = await signedInPeople(product, 2);
  const whoIs = async (cookie) => (await fetch(`${product.url}/api/auth/user`, { headers: { cookie } })).json();
  const emails = (await Promise.all(cookies.map(whoIs))).map(({ user }) => user.email);
  assert.deepEqual(emails, ['bench-0@school.example', 'bench-1@school.example']);
});
