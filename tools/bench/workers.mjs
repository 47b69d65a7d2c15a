import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serviceNode } from '../start/checkout/check-node.mjs';
import { NODE_FLAGS } from '../start/services.mjs';

/** Runs `workers/<name>.mjs` in a process of its own. @returns what it reports */
export function runWorker(root, name, input, { flags = [] } = {}) {
  const child = startWorker(root, name, input, { flags });
  return child.report;
}

/** Like `runWorker`, for what a service does: its process gets the same Node flags as the product's. */
export function runAsService(root, name, input) {
  return runWorker(root, name, input, { flags: NODE_FLAGS });
}

/** Like `runWorker`, but returns the process itself: its `report` resolves when it has ended. */
export function startWorker(root, name, input, { flags = [] } = {}) {
  const script = join(root, 'tools', 'bench', 'workers', `${name}.mjs`);
  const child = spawn(serviceNode(root), [...flags, script, JSON.stringify(input)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const report = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code !== 0) return reject(new Error(`The worker ${name} ended with ${code ?? signal}`));
      const last = text.trim().split('\n').at(-1);
      try {
        resolve(last === '' ? undefined : JSON.parse(last));
      } catch {
        reject(new Error(`The worker ${name} did not finish what it had to say`));
      }
    });
  });
  report.catch(() => undefined);
  return { child, report };
}

/** The worker's input. */
export const workerInput = () => JSON.parse(process.argv[2]);

/** Reports the worker's result and exits once all of it has been written. */
export function reportResult(result) {
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}
