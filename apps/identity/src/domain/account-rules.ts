export function isOfDomains(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** The address that a name reads as: characters that look the same count as the same, invisible ones not at all. */
export function readAsEmail(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
}

/**
 * A name that reads as somebody else's email would let one person pass for another, since people are looked up by
 * either. Addresses of the district's domains count even before anybody has signed in with them.
 */
export function readsAsAnothersEmail(
  name: string,
  { own, domains, taken }: { own: string; domains: readonly string[]; taken: boolean },
): boolean {
  const folded = readAsEmail(name);
  if (folded === own) return false;
  return taken || (/^[^\s@]+@[^\s@]+$/u.test(folded) && isOfDomains(folded, domains));
}
