import { createHash } from 'node:crypto';

/**
 * The name under which a connection keeps a statement's plan. PostgreSQL uses only 63 bytes of a name, so the
 * statement's text will not do.
 */
export function statementName(kind: string, text: string): string {
  return `${kind} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
