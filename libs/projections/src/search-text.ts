/** Text as searches compare it: case and compatibility forms do not count. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A LIKE pattern that finds the typed text anywhere, each of its characters meaning itself. */
export function containing(typed: string): string {
  return `%${folded(typed).replaceAll(/[\\%_]/gu, (character) => `\\${character}`)}%`;
}

/** PostgreSQL text cannot hold U+0000; nothing stored can match it. */
export function canBeStored(typed: string): boolean {
  return !typed.includes('\u0000') && typed.isWellFormed();
}
