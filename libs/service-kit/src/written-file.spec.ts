import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWrittenFile } from './written-file';

const TEXT = '[{"name":"École"}]\r\n';

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
])('a file in %s reads as it was written', (_, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-'));
  try {
    writeFileSync(join(folder, 'schools.json'), bytes);
    expect(readWrittenFile(join(folder, 'schools.json'))).toBe(TEXT);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
