import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';
import { say, sayProblem } from './say.mjs';

const USAGE = `Starts the product with all it needs, and stays until Ctrl-C stops it.

  npm start
  PORT=4000 DATA_DIR=/srv/repairline npm start

Environment variables set it up, and none is needed: docs/configuration.md has them all.`;

const given = process.argv.slice(2);
if (given.includes('--help')) say(USAGE);
else if (given.length > 0) {
  sayProblem(
    `npm start takes no arguments, and so not '${given[0]}': environment variables set it up, as in PORT=4000 npm start`,
  );
  process.exitCode = 2;
} else await run({ root: join(dirname(fileURLToPath(import.meta.url)), '..', '..') });
