import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { serviceNode } from '../start/checkout/check-node.mjs';

const running = new Set();

/**
 * Runs a script on the project's own Node: its output goes to the terminal, or to the file `log`, or what it prints to
 * `output`. @returns the exit code, or null after a signal
 */
export function runScript(root, script, args, { env = {}, output, log } = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(serviceNode(root), [...script, ...args], {
    cwd: root,
    env: { ...process.env, PATH: path, ...env },
    stdio: log === undefined ? ['inherit', output ? 'pipe' : 'inherit', 'inherit'] : ['ignore', log, log],
  });
  child.stdout?.setEncoding('utf8').on('data', output);
  running.add(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
}

export const packageScript = (root, ...path) => [join(root, 'node_modules', ...path)];

/** Interrupts what is running, as Ctrl-C would, and lets it clean up. */
export function interruptAll() {
  running.forEach((child) => child.kill('SIGINT'));
}

/** Gives a tool the name of a file to write its JSON report to; undefined if it wrote none. */
export async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-report-'));
  const path = join(folder, 'report.json');
  try {
    const code = await work(path);
    return { code, report: parse(path) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parse(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
