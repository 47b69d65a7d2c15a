import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readJson, writeJson } from '../shared/data-folder.mjs';
import { SERVICES } from '../bus/rights.mjs';
import { StartError } from '../shared/say.mjs';

const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/**
 * Reads the folder's secrets and generates missing ones, but no key that data was recorded with, either in the folder
 * or, if `isRecorded`, in a database outside.
 */
export function openSecrets(dataDir, { DATA_KEY, SESSION_SECRET, mayGenerate, isRecorded = false }) {
  const path = join(dataDir, 'secrets.json');
  const kept = readJson(path);
  const given = DATA_KEY?.toLowerCase();
  if (!mayGenerate && !((kept?.dataKey ?? given) && kept?.databaseAdmin)) {
    throw new StartError(
      `${path} is missing or damaged, and the data in ${dataDir} cannot be read without it. Put its copy back.`,
    );
  }
  if (isRecorded && !(kept?.dataKey ?? given)) {
    throw new StartError(
      `The data in the database of DATABASE_URL cannot be read without the DATA_KEY that it was recorded with. Set that, or put the secrets.json of its installation into ${dataDir}.`,
    );
  }
  if (kept?.dataKey && given && given !== kept.dataKey) {
    throw new StartError(
      `DATA_KEY is not the key in ${path}, with which the data in ${dataDir} was recorded. Leave DATA_KEY out, or give that one.`,
    );
  }
  const secrets = {
    dataKey: kept?.dataKey ?? given ?? randomBytes(32).toString('hex'),
    sessionSecret: SESSION_SECRET ?? kept?.sessionSecret ?? randomBytes(32).toString('hex'),
    databaseAdmin: kept?.databaseAdmin ?? randomBytes(24).toString('hex'),
    nats: kept?.nats ?? randomBytes(24).toString('hex'),
    bus: Object.fromEntries(SERVICES.map((name) => [name, kept?.bus?.[name] ?? randomBytes(24).toString('hex')])),
    firstAdminPassword: kept?.firstAdminPassword,
  };
  if (JSON.stringify(secrets) !== JSON.stringify(kept)) writeJson(path, secrets);
  return secrets;
}

/** The passwords of the bus's users, by name; the tools' own is `operator`. */
export function busPasswords(secrets) {
  return { operator: secrets.nats, ...secrets.bus };
}

/** Keeps the password until it has been shown, so that a first start that fails does not lose it. */
export function keepFirstAdminPassword(dataDir, secrets, password) {
  secrets.firstAdminPassword = password;
  writeJson(join(dataDir, 'secrets.json'), secrets);
}

export function readablePassword() {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
