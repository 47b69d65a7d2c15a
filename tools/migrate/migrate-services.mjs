import { createRequire } from 'node:module';
import { StartError } from '../shared/say.mjs';
import { knownEvents } from './known-events.mjs';

/**
 * Migrates the services' schemas in order and returns each result by name. What a privileged role has to do first is
 * gathered for all of them into one message. Loads the built services, so build first.
 */
export async function migrateServices({ adminUrl, services, rolePasswords }) {
  const require = createRequire(import.meta.url);
  const { migrate } = require('@repairline/postgres/migrate/migrate');
  const { migrationFolders } = require('@repairline/postgres/migrate/migration-files');
  const results = {};
  const refused = [];
  for (const service of services) {
    const request = { adminUrl, service, rolePassword: rolePasswords[service], folders: migrationFolders(service) };
    try {
      results[service] = await migrate({ ...request, events: knownEvents(service) });
    } catch (error) {
      if (error.name !== 'MissingRightsError') throw error;
      refused.push(error);
    }
  }
  if (refused.length > 0) throw new StartError(whatToRun(refused));
  return results;
}

function whatToRun(refused) {
  const homes = refused.map(({ service }) => service).join(', ');
  const sql = [...new Set(refused.flatMap((error) => error.sql))].join('\n');
  return `The database role ${refused[0].owner} may not prepare the homes of ${homes}. Run this SQL as a privileged role in that database, then start again:\n${sql}`;
}
