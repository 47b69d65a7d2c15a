// Adds up the scripts that a browser loads before /devices is usable, and fails the build above the limit.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 200;
const FIRST_SCREEN = ['index.html', 'src/app/shell/shell.tsx', 'src/app/device-management.tsx'];

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));

const files = new Set();
function collect(key) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported);
}
FIRST_SCREEN.forEach(collect);

const sizes = await Promise.all(
  [...files].map(async (file) => ({ file, bytes: gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length })),
);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
for (const { file, bytes } of sizes) console.log(`${(bytes / 1024).toFixed(1).padStart(8)} kB  ${file}`);
console.log(`${total.toFixed(1).padStart(8)} kB  first load of /devices, gzip (limit ${LIMIT_KB} kB)`);
if (total > LIMIT_KB) {
  console.error(`The first load is ${(total - LIMIT_KB).toFixed(1)} kB over its limit.`);
  process.exit(1);
}
