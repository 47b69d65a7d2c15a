import { z } from 'zod';
import { LIMITS } from './texts/text';

// Filters of lists, with the same names and values in every list.

/** Blank means no filter, and so does each value in `none`. */
export function filter<T extends z.ZodType>(schema: T, none: readonly string[] = ['ALL']) {
  const absent: readonly unknown[] = ['', ...none];
  const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return z.preprocess((value) => (absent.includes(trimmed(value)) ? undefined : value), schema.optional());
}

/** One text from a query string, where a repeated name would give a list. */
function word(label: string, max: number) {
  return z.string(`${label} must be given only once`).trim().max(max, `${label} can have at most ${max} characters`);
}

/** Without 'ALL' as a value for no filter: that may be searched for. */
export const searchText = filter(word('Search text', 200), []);
export const schoolFilter = filter(word('School', 64));
/** Matches a name, email or id. */
export const personFilter = (label: string) => filter(word(label, LIMITS.email));
export const yesOrNo = (name: string) =>
  filter(z.enum(['true', 'false'], `${name} must be true or false`).transform((choice) => choice === 'true'));
export const momentFilter = (name: string) =>
  filter(z.iso.datetime({ offset: true, error: `${name} must be an ISO 8601 date and time` }));
