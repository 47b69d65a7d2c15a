import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// An image has no npm: these are the commands of package.json, by their names.
const COMMANDS = ['verify', 'rebuild', 'replay', 'dead-letters', 'erase', 'password', 'consumer', 'backup', 'restore'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [name, ...args] = process.argv.slice(2);

if (COMMANDS.includes(name)) {
  const script = join(root, scripts[name].split(' ')[1]);
  process.argv.splice(1, process.argv.length, script, ...args);
  await import(pathToFileURL(script).href);
} else {
  console.error(
    `Give one of the commands ${COMMANDS.join(', ')}. Each explains itself with --help, as it is used with \`npm run\`.`,
  );
  process.exitCode = 2;
}
