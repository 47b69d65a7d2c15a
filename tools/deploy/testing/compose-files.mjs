import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './what-is-read.mjs';

const read = (...path) => parse(readFileSync(join(root, ...path), 'utf8'), { merge: true });

export const composeFile = () => read('docker-compose.yml');
export const tlsFile = () => read('tools', 'deploy', 'compose-tls.yml');

/** As Compose merges both files of COMPOSE_FILE: objects by key, mounts by their place; of other lists the second counts. */
export const composeWithTls = () => merged(composeFile(), tlsFile());

function merged(first, second) {
  if (isObject(first) && isObject(second)) {
    const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])];
    return Object.fromEntries(
      keys.map((key) => [key, MOUNTS[key]?.(first[key], second[key]) ?? value(first, second, key)]),
    );
  }
  return second;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const value = (first, second, key) =>
  key in first && key in second ? merged(first[key], second[key]) : (second[key] ?? first[key]);

const MOUNTS = { volumes: byPlace((mount) => mount.split(':')[1]), configs: byPlace(({ target }) => target) };

function byPlace(placeOf) {
  return (first, second) => {
    if (!Array.isArray(first) || !Array.isArray(second)) return undefined;
    return [...new Map([...first, ...second].map((mount) => [placeOf(mount), mount])).values()];
  };
}

/** A text of the file with variables of `.env`. */
export function filled(text, variables) {
  return text.replaceAll(/\$\{([A-Z_]+)(?::([?-])([^}]*))?\}/g, (_, name, how, otherwise) => {
    if (!(name in variables) && how !== '-') throw new Error(`${name} has no value here`);
    return variables[name] ?? otherwise;
  });
}
