import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './what-is-read.mjs';

const SCRIPT = join(root, 'tools', 'deploy', 'certificates.sh');

/** What `certificates.sh` makes, which an administrator runs: the folder with an authority of its own. */
export function makeCertificates(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-certificates-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  renewCertificates(folder);
  return folder;
}

export const renewCertificates = (folder) => execFileSync('sh', [SCRIPT, folder], { encoding: 'utf8' });
