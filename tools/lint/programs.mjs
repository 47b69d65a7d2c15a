/**
 * The TypeScript programs that are checked, by their configuration. Libraries and services are one program, since one for
 * each package would read and check the libraries again every time.
 */
export const PROGRAMS = [
  'tsconfig.base.json',
  'apps/web/tsconfig.json',
  'apps/e2e/tsconfig.json',
  'examples/analytics-consumer/tsconfig.json',
];
