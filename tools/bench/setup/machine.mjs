import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, platform, totalmem } from 'node:os';

export function machine() {
  const [{ model }] = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores (${model.trim()}), ${gigabytes} GB, ${system()}, Node ${process.versions.node}`;
}

function system() {
  if (!existsSync('/etc/os-release')) return platform();
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? platform();
}

/** The commit being measured, with a mark if the sources differ from it. */
export function commitOf(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    return (
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'apps', 'libs') ? ' with changes' : '')
    );
  } catch {
    return 'unknown';
  }
}
