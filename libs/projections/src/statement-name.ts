import { createHash } from 'node:crypto';

/** The name that a connection keeps a statement's plan by. PostgreSQL takes 63 bytes of it, fewer than the text has. */
export function statementName(kind: string, text: string): string {
  return `${kind} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
