import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { traceFields } from './monitoring/tracing';

export type { Logger };

const current = new AsyncLocalStorage<string>();

/** The id that follows one request through every process; each log line written inside `run` carries it. */
export const correlation = {
  run<Result>(id: string, work: () => Result): Result {
    return current.run(id, work);
  },
  id(): string | undefined {
    return current.getStore();
  },
};

const secrets = [
  'password',
  'token',
  'tokenHash',
  'cookie',
  'authorization',
  'email',
  'name',
  'studentName',
  'notes',
  'comments',
];

/**
 * A line that cannot be written (a full disk, a reader that is gone) is lost, and the process goes on. Writes
 * synchronously and unbuffered: pino's own stream would end the process at such a line, or wait forever for space when
 * the process exits.
 */
export function lossy(descriptor: number): DestinationStream {
  return {
    write(line) {
      try {
        writeSync(descriptor, line);
      } catch {
        return;
      }
    },
  };
}

/** JSON lines on stdout. Removes fields that may hold secrets or personal data, down to two levels of nesting. */
export function createLogger(service: string, level: string, destination = lossy(1)): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secrets.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), remove: true },
    mixin: () => {
      const correlationId = correlation.id();
      return correlationId ? { correlationId, ...traceFields(correlationId) } : {};
    },
    serializers: { err: describeError },
  };
  return pino(options, destination);
}

/** Only what a developer needs. Leaves out the message of a database error, which may quote what a person typed. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code: unknown = 'code' in error ? error.code : undefined;
  const fromDatabase = 'severity' in error;
  const lines = error.stack?.split('\n').filter((line) => !fromDatabase || /^\s+at /u.test(line));
  const stack = lines?.slice(0, 12).join('\n');
  return { type: error.name, ...(fromDatabase ? {} : { message: error.message }), ...(code ? { code } : {}), stack };
}

/** Only the kind of error: its text may quote data. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}

/** Nest's own lines, in the same format. */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'info' | 'error' | 'warn' | 'debug') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = rest.findLast((item) => typeof item === 'string');
      logger[level]({ context }, message instanceof Error ? message.message : String(message));
    };
  return {
    log: write('debug'),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    verbose: write('debug'),
  };
}
