import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Text as searches compare it: case and compatibility forms do not count. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** What `lower()` of text that was kept as it was typed may be, for the typed text: accents may be characters of their own there. */
export function lowerForms(typed: string): string[] {
  const forms = [typed, ...['NFC', 'NFD', 'NFKC'].map((form) => typed.normalize(form))];
  return [...new Set(forms.map((text) => text.toLowerCase()))];
}

/** A LIKE pattern that finds the typed text anywhere in folded text, each of its characters meaning itself. */
export function containing(typed: string): string {
  return anywhere(folded(typed));
}

/** The same for `lower()` of text that was kept as it was typed: patterns for `like any`. */
export function containingLower(typed: string): string[] {
  return lowerForms(typed).map(anywhere);
}

function anywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/gu, (character) => `\\${character}`)}%`;
}

/** Three trigrams, which few rows have by chance. */
const TELLING_CHARACTERS = 5;

/**
 * Whether the text is in a column that has a trigram index. The index is asked for its words alone where one of them tells enough:
 * `cb-204512` also has the trigrams of a word that ends in `cb` and of one that begins with `20`, which every device and every
 * tenth has. What is found by words is then looked through for the text as it was typed.
 */
export function hasText(column: string, typed: string): RawBuilder<SqlBool> {
  const text = folded(typed);
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const inIndex = sql.ref(column);
  if (words.length < 2 || words.every((word) => word.length < TELLING_CHARACTERS)) {
    return sql`${inIndex} like ${containing(typed)}`;
  }
  return sql`(${inIndex} like ${`%${words.join('%')}%`} and strpos(${inIndex}, ${text}) > 0)`;
}

/** PostgreSQL text cannot hold U+0000; nothing stored can match it. */
export function canBeStored(typed: string): boolean {
  return !typed.includes('\u0000') && typed.isWellFormed();
}
