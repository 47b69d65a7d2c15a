import { createRequire } from 'node:module';
import { join } from 'node:path';

const SHARED = ['event-store', 'projections', 'messaging'];

/**
 * Migrates the schemas of the services one after the other and answers each one's result by name.
 * Imports the built kit, so the build comes first.
 */
export async function migrateServices({ root, adminUrl, services, rolePasswords }) {
  const { migrate } = createRequire(import.meta.url)('@repairline/service-kit/migrate');
  const results = {};
  for (const service of services) {
    const folders = [
      ...SHARED.map((name) => join(root, 'libs', name, 'migrations')),
      join(root, 'apps', service, 'migrations'),
    ];
    results[service] = await migrate({ adminUrl, service, rolePassword: rolePasswords[service], folders });
  }
  return results;
}
