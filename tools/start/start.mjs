import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';
import { say, sayProblem } from '../shared/say.mjs';

const USAGE = `Starts the product with everything it needs, and runs until Ctrl-C stops it.

  npm start
  PORT=4000 DATA_DIR=/srv/repairline npm start

Environment variables configure it; none is required. docs/configuration.md lists them all.`;

const given = process.argv.slice(2);
if (given.includes('--help')) say(USAGE);
else if (given.length > 0) {
  sayProblem(
    `npm start takes no arguments, but was given '${given[0]}'. Configure it with environment variables, as in PORT=4000 npm start`,
  );
  process.exitCode = 2;
} else await run({ root: join(dirname(fileURLToPath(import.meta.url)), '..', '..') });
