import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { foldForSearch } from '@repairline/contracts/texts/folded-text';

/** A LIKE pattern that finds the typed text anywhere in folded text; each of its characters stands for itself. */
export function likePattern(typed: string): string {
  return `%${foldForSearch(typed).replaceAll(/[\\%_]/gu, (character) => `\\${character}`)}%`;
}

/** Three trigrams, which few rows share by chance. */
const SELECTIVE_WORD_LENGTH = 5;

/**
 * Whether the text is in a column that has a trigram index. If one of its words is selective enough, the index is
 * searched for the words alone: `cb-204512` also has the trigrams of a word ending in `cb` and of one beginning with
 * `20`, which every device and every tenth device have. The rows found are then checked for the text as typed.
 */
export function containsText(column: string, typed: string): RawBuilder<SqlBool> {
  const text = foldForSearch(typed);
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const inIndex = sql.ref(column);
  if (words.length < 2 || words.every((word) => word.length < SELECTIVE_WORD_LENGTH)) {
    return sql`${inIndex} like ${likePattern(typed)}`;
  }
  return sql`(${inIndex} like ${`%${words.join('%')}%`} and strpos(${inIndex}, ${text}) > 0)`;
}

/** PostgreSQL text cannot hold U+0000; nothing stored can match it. */
export function canBeStored(typed: string): boolean {
  return !typed.includes('\u0000') && typed.isWellFormed();
}
