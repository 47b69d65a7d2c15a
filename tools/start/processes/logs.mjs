import { copyFileSync, existsSync, openSync, closeSync, readSync, renameSync, statSync, truncateSync } from 'node:fs';

const LARGEST = 10 * 1024 ** 2;
const TAIL_BYTES = 16 * 1024;
const LOUD = new Set(['error', 'fatal']);

/** Children append to the file themselves, so that their logging outlives the supervisor. */
export function openLog(path) {
  return openSync(path, 'a', 0o600);
}

export function logSize(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Copies and truncates: the child's descriptor appends, so it continues in the emptied file. `path.1` is the newest of
 * the copies kept.
 */
export function rotateLog(path, copies = 1) {
  if (logSize(path) < LARGEST) return;
  for (let number = copies - 1; number > 0; number -= 1)
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  copyFileSync(path, `${path}.1`);
  truncateSync(path, 0);
}

/** The lines logged since the file had the size `from` (see logSize), at most the last 16 KB. */
export function linesSince(path, from = 0) {
  const size = logSize(path);
  const start = Math.max(from <= size ? from : 0, size - TAIL_BYTES);
  if (size === 0) return [];
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(size - start);
    readSync(file, buffer, 0, buffer.length, start);
    return buffer.toString('utf8').split('\n').filter(Boolean);
  } finally {
    closeSync(file);
  }
}

/** The error messages among log lines, in the services' JSON or plain text. Warnings resolve themselves. */
export function problemsIn(lines) {
  return lines.map(problemOf).filter((line) => line !== undefined);
}

export function lastProblem(lines) {
  return problemsIn(lines).at(-1) ?? lines.at(-1) ?? 'it left no message';
}

function problemOf(line) {
  if (line.startsWith('{')) {
    try {
      const { level, msg, message, err } = JSON.parse(line);
      return level >= 50 || LOUD.has(level) ? [msg ?? message, err?.message].filter(Boolean).join(': ') : undefined;
    } catch {
      return undefined;
    }
  }
  return /\b(FATAL|PANIC|ERROR|Error|ERR)\b/.test(line)
    ? line.replace(/^.*?\b(FATAL|PANIC|\[FTL\]):?\s*/, '').trim()
    : undefined;
}
