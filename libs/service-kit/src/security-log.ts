import { closeSync, openSync } from 'node:fs';
import type { SecurityKind } from '@repairline/contracts/http/endpoint';
import { ConfigurationError } from './configuration-error';
import { correlation, createLogger, lossy } from './logger';

/** Never a name, an address or anything typed: ids, codes and keyed hashes. */
export interface SecurityLine {
  kind: SecurityKind;
  /** `done`, `repeated` for a change that had been made before, `left` for a file not taken whole, or a refusal's code. */
  outcome: string;
  correlationId?: string | undefined;
  route?: string | undefined;
  userId?: string | undefined;
  /** The API token that the call was made with. */
  tokenId?: string | undefined;
  clientHash?: string | undefined;
  emailHash?: string | undefined;
  /** The person whom it concerns, if another than the caller. */
  subjectId?: string | undefined;
  /** The API token that it concerns. */
  subjectTokenId?: string | undefined;
  decision?: 'approved' | 'denied' | 'revoked' | undefined;
  role?: string | undefined;
  file?: string | undefined;
  deviceId?: string | undefined;
  /** How many more such lines there would have been. */
  more?: number | undefined;
}

export interface SecurityLog {
  write(line: SecurityLine): void;
  close(): void;
}

/**
 * Lines marked `"log":"security"`, whatever the log level: appended to the file, which somebody else may empty
 * meanwhile, or without one among the other lines on stdout.
 */
export function openSecurityLog(service: string, file?: string): SecurityLog {
  const descriptor = file ? opened(file) : 1;
  const logger = createLogger(service, 'info', lossy(descriptor)).child({ log: 'security' });
  return {
    // The line's own correlation id, or none: it may be written later than what it tells.
    write: (line) => correlation.run(line.correlationId ?? '', () => logger.info(line)),
    close: () => {
      if (file) closeSync(descriptor);
    },
  };
}

function opened(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new ConfigurationError('SECURITY_LOG', 'cannot be written', { cause: error });
  }
}
