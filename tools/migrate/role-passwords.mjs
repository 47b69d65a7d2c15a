import { createHmac } from 'node:crypto';

/**
 * The passwords of the services' database roles, derived from the password of the role that owns the schemas: roles
 * belong to a whole PostgreSQL server, so every copy of the product that shares one agrees on them, and a lost data
 * folder does not lock it out. Where the owner signs in without a password, `fallback` is the key.
 */
export function rolePasswordsFor(adminUrl, services, fallback) {
  const key = decodeURIComponent(new URL(adminUrl).password) || fallback;
  if (!key) throw new Error('DATABASE_URL has no password to derive those of the services from');
  const derive = (service) => createHmac('sha256', key).update(`repairline role ${service}`).digest('hex').slice(0, 48);
  return Object.fromEntries(services.map((service) => [service, derive(service)]));
}

/** Those that the environment names as <SERVICE>_DATABASE_PASSWORD; the others are derived. */
export function givenRolePasswords(env, adminUrl, services, fallback) {
  const given = Object.fromEntries(services.map((name) => [name, env[`${name.toUpperCase()}_DATABASE_PASSWORD`]]));
  const derived = services.every((name) => given[name]) ? {} : rolePasswordsFor(adminUrl, services, fallback);
  return Object.fromEntries(services.map((name) => [name, given[name] ?? derived[name]]));
}
