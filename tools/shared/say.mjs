/** A reason to stop that the person at the terminal can act on: shown as one line, without a stack. */
export class StartError extends Error {
  name = 'StartError';
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

export function sayProblem(line) {
  process.stderr.write(`${line}\n`);
}

export function explain(error, dataDir, failed = 'Could not start') {
  if (isDiskFull(error)) {
    return `The disk that holds ${dataDir} is full. Free some space and start again; nothing stored is lost.`;
  }
  if (error instanceof StartError) return error.message;
  return `${failed}: ${error instanceof Error ? error.message : String(error)}`;
}

export function isDiskFull(error) {
  if (!error) return false;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === '53100') return true;
  return /No space left on device|disk quota exceeded/i.test(error.message ?? '') || isDiskFull(error.cause);
}
