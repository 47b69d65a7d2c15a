import type { Config } from './config';

/** What to print if another program has one of the gateway's ports; undefined for any other error. */
export function portTaken(error: unknown, { HEALTH_PORT }: Pick<Config, 'HEALTH_PORT'>): string | undefined {
  const { code, port } = Object(error) as Partial<NodeJS.ErrnoException> & { port?: number };
  if (code !== 'EADDRINUSE') return undefined;
  const variable = port === HEALTH_PORT ? 'HEALTH_PORT' : 'PORT';
  return `Port ${port} is taken by another program. Choose another with ${variable}.`;
}
