import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareCheckout } from '../start/checkout/checkout.mjs';
import { breakingChanges, documents } from './documents.mjs';

/** Writes the documents, unless that would break subscribers. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
mkdirSync(join(root, 'docs', 'events'), { recursive: true });
await prepareCheckout(root);
const all = documents();
const changes = breakingChanges(root, all);
if (changes.length > 0) {
  console.error(`${changes.join('\n')}\nGive each of these events a higher version in its published.ts.`);
  process.exit(1);
}
for (const [path, text] of all) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log(`${all.size} documents written`);
