/** Up to two letters, from a name or from the part of an email before the @. */
export function initials(nameOrEmail: string): string {
  const words = (nameOrEmail.split('@')[0] ?? '').split(/[\s._-]+/u).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  // One letter may become two: 'ß' is 'SS'.
  return picked.map((word) => [...(word ?? '').toUpperCase()][0] ?? '').join('');
}
