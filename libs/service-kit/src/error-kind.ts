/** Only the kind of error: its text may quote data. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
