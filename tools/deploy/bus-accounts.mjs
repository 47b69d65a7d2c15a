import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accounts } from '../bus/configuration.mjs';
import { SERVICES } from '../bus/rights.mjs';

const HEAD =
  '# Made by tools/deploy/bus-accounts.mjs from the table in tools/bus/rights.mjs. Passwords come from the environment.';
const inQuotes = /"(\$NATS_[A-Z]+_PASSWORD)"/g;

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = join(root, 'k8s', 'base', 'nats');
export const COMPOSE_FILE = join(root, 'docker-compose.yml');
export const ACCOUNTS_FILE = join(folder, 'accounts.conf');
/** The accounts that an installation adds, as `consumer add` prints them. */
export const SUBSCRIBERS_FILE = join(folder, 'subscribers.conf');
/** With TLS, in place of the file of that name beside nats.conf. */
const TLS_FILE = join(root, 'k8s', 'components', 'tls', 'tls.conf');

const variable = (user) => `$NATS_${user.toUpperCase()}_PASSWORD`;

/** Who may do what on the bus, for a nats-server that gets the passwords from its environment. */
export function accountsFile() {
  const ofServices = SERVICES.map((name) => [name, variable(name)]);
  const passwords = { operator: variable('repairline'), ...Object.fromEntries(ofServices) };
  // nats-server resolves a variable only if it is not quoted.
  return `${HEAD}\n${accounts({ passwords, subscribers: [], included: basename(SUBSCRIBERS_FILE) }).replace(inQuotes, '$1')}\n`;
}

/** The Compose file with a label that identifies the bus's configuration: Compose ignores changes in mounted files. */
export function composeFile() {
  const shipped = [join(folder, 'nats.conf'), join(folder, 'tls.conf'), TLS_FILE].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const mounted = shipped.join('') + accountsFile();
  const mark = createHash('sha256').update(mounted).digest('hex').slice(0, 12);
  return readFileSync(COMPOSE_FILE, 'utf8').replace(/(repairline\.bus: ')[^']*/, `$1${mark}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(ACCOUNTS_FILE, accountsFile());
  writeFileSync(COMPOSE_FILE, composeFile());
}
