import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

await run({ root: join(dirname(fileURLToPath(import.meta.url)), '..', '..') });
