import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** Installs and builds what the checkout lacks or what has changed in it; an image has all it needs. */
export async function prepareCheckout(root) {
  if (!isCheckout(root)) return;
  await ensureInstalled(root);
  await ensureBuilt(root);
}

/** For a command beside a product that may run from this checkout: what that was started from is left as it is. */
export async function completeCheckout(root) {
  if (isCheckout(root) && !(isInstalled(root) && isBuilt(root))) await prepareCheckout(root);
}

const isCheckout = (root) => existsSync(join(root, 'nx.json'));

/** npm writes its own record at the end of an install. */
const isInstalled = (root) => existsSync(join(root, 'node_modules', '.package-lock.json'));
