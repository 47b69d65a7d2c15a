import { createHmac } from 'node:crypto';

/**
 * The passwords of the services' database roles, derived from the password of the role that owns the schemas. Roles
 * belong to a whole PostgreSQL server, so all copies of the product that share one agree on them, and losing the data
 * folder does not lock the product out. If the owner signs in without a password, `fallback` is the key.
 */
export function rolePasswordsFor(adminUrl, services, fallback) {
  const key = decodeURIComponent(new URL(adminUrl).password) || fallback;
  if (!key)
    throw new Error(
      'DATABASE_URL has no password to derive those of the services from; it must look like postgres://user:password@host:5432/database',
    );
  const derive = (service) => createHmac('sha256', key).update(`repairline role ${service}`).digest('hex').slice(0, 48);
  return Object.fromEntries(services.map((service) => [service, derive(service)]));
}

/** The passwords the environment gives as <SERVICE>_DATABASE_PASSWORD; the others are derived. */
export function givenRolePasswords(env, adminUrl, services, fallback) {
  const given = Object.fromEntries(services.map((name) => [name, env[`${name.toUpperCase()}_DATABASE_PASSWORD`]]));
  const derived = services.every((name) => given[name]) ? {} : rolePasswordsFor(adminUrl, services, fallback);
  return Object.fromEntries(services.map((name) => [name, given[name] ?? derived[name]]));
}
