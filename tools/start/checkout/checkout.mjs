import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** Installs and builds what is missing or has changed in the checkout; an image has all it needs. */
export async function prepareCheckout(root, options) {
  if (!isCheckout(root)) return;
  await ensureInstalled(root, options);
  await ensureBuilt(root);
}

/** For a command beside a product that may be running from this checkout: leaves an existing build as it is. */
export async function completeCheckout(root) {
  if (isCheckout(root) && !(wasInstalled(root) && isBuilt(root))) await prepareCheckout(root);
}

const isCheckout = (root) => existsSync(join(root, 'nx.json'));

/**
 * Whether an install has ever ended: npm writes this record at its end. Of which packages, the next start looks at; to
 * replace them now would take them from the product that runs.
 */
const wasInstalled = (root) => existsSync(join(root, 'node_modules', '.package-lock.json'));
