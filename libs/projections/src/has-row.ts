/** SQL condition that a relation has a row; always true without a relation. */
export function hasRow(relation?: string): string {
  return relation ? `exists (select from ${relation})` : 'true';
}
