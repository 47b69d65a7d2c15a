/** The lines of a text, without the asterisks with which people mark lists. */
export function workLines(actions: string): string[] {
  return actions
    .split(/\r?\n/u)
    .map((line) => line.replaceAll('*', '').trim())
    .filter(Boolean);
}
