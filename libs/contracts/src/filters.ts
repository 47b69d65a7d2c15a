import { z } from 'zod';
import { LIMITS } from './text';

// What lists are narrowed by, the same words in every list.

/** Blank means no filter, and so does each of `none`. */
export function filter<T extends z.ZodType>(schema: T, none: readonly string[] = ['ALL']) {
  const absent: readonly unknown[] = ['', ...none];
  const told = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return z.preprocess((value) => (absent.includes(told(value)) ? undefined : value), schema.optional());
}

/** One text of an address, where the same name twice would be a list. */
function word(label: string, max: number) {
  return z.string(`${label} must be one text`).trim().max(max, `${label} can have at most ${max} characters`);
}

/** 'ALL' may be searched for. */
export const searchText = filter(word('Search text', 200), []);
export const schoolFilter = filter(word('School', 64));
/** By name, email or id. */
export const personFilter = (label: string) => filter(word(label, LIMITS.email));
export const yesOrNo = (name: string) =>
  filter(z.enum(['true', 'false'], `${name} must be true or false`).transform((said) => said === 'true'));
export const momentFilter = (name: string) =>
  filter(z.iso.datetime({ offset: true, error: `${name} must be an ISO 8601 date and time` }));
