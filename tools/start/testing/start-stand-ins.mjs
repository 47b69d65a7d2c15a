import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../run.mjs';
import { say } from '../../shared/say.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const script = join(here, 'stand-in-service.mjs');

await run({
  root: join(here, '..', '..', '..'),
  prepare: () => say('The checkout is prepared.'),
  services: [
    { name: 'identity', script, hasDatabase: true, isPublic: false },
    { name: 'repairs', script, hasDatabase: true, isPublic: false },
    { name: 'gateway', script, hasDatabase: false, isPublic: true },
  ],
});
