import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accounts } from '../bus/configuration.mjs';
import { SERVICES } from '../bus/rights.mjs';

const HEAD =
  '# Made by tools/deploy/bus-accounts.mjs from the table in tools/bus/rights.mjs. Passwords come from the environment.';
const inQuotes = /"(\$NATS_[A-Z]+_PASSWORD)"/g;

const variable = (user) => `$NATS_${user.toUpperCase()}_PASSWORD`;

/** Who may do what on the bus, for a nats-server that is given the passwords as variables of its environment. */
export function accountsFile() {
  const ofServices = SERVICES.map((name) => [name, variable(name)]);
  const passwords = { operator: variable('repairline'), ...Object.fromEntries(ofServices) };
  // A reference to the environment is one only without quotes.
  return `${HEAD}\n${accounts({ passwords, subscribers: [] }).replace(inQuotes, '$1')}\n`;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const ACCOUNTS_FILE = join(root, 'k8s', 'base', 'nats', 'accounts.conf');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(ACCOUNTS_FILE, accountsFile());
