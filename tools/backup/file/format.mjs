import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../../shared/say.mjs';

// The file: gzip of JSON lines. First {format, version, …}, then for each table a line {table, …}, its rows as the
// database writes them, and {rows, sha256} of these; last {end, sha256} of all lines before. Newer programs read every
// older version.

const FORMAT = 'repairline-backup';
export const VERSION = 1;

const sha256 = () => createHash('sha256');

/** Writes lines in order, no faster than the file accepts them. `through` holds streams between gzip and file. */
export function createWriter(path, through = []) {
  const gzip = createGzip();
  const whole = sha256();
  const done = pipeline(gzip, ...through, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  // Awaited in close(); until then the next line reports a failure.
  done.catch((error) => gzip.destroy(error));
  const put = async (line) => {
    whole.update(`${line}\n`);
    if (!gzip.write(`${line}\n`)) await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), done]);
  };
  return {
    header: (header) => put(JSON.stringify({ format: FORMAT, version: VERSION, ...header })),
    /** `pages` yields arrays of rows as JSON texts. */
    async table(description, pages) {
      await put(JSON.stringify({ table: description }));
      const own = sha256();
      let rows = 0;
      for await (const page of pages) {
        for (const row of page) {
          own.update(`${row}\n`);
          await put(row);
        }
        rows += page.length;
      }
      await put(JSON.stringify({ rows, sha256: own.digest('hex') }));
      return rows;
    },
    async close() {
      const line = JSON.stringify({ end: true, sha256: whole.copy().digest('hex') });
      gzip.end(`${line}\n`);
      await done;
    },
    async abandon() {
      gzip.destroy();
      await done.catch(() => undefined);
    },
  };
}

/**
 * Reads a file from beginning to end and passes what it finds to `header`, `table`, `row(text)`, `tableEnd(rows)`.
 * @throws {StartError} if anything is missing or altered; what was passed on before is then invalid
 */
export async function readBackup(path, handlers, source = createReadStream(path)) {
  const damaged = (what) => new StartError(`${path} is damaged: ${what}. Nothing was restored.`);
  const state = { whole: sha256(), own: sha256(), rows: 0, inTable: false, begun: false, ended: false };
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const line of linesOf(source.pipe(gunzip))) await takeLine(state, line, handlers, damaged);
    await finished(source);
  } catch (error) {
    if (error instanceof SyntaxError || /^Z_/u.test(error.code) || /authenticate/u.test(error.message))
      throw damaged('it cannot be unpacked to its end');
    throw error;
  }
  if (!state.ended) throw damaged('its end is missing');
}

/** Splits at line feeds only: readline also splits at other characters, which may occur in a text. */
async function* linesOf(stream) {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    yield* parts;
  }
  if (rest) yield rest;
}

async function takeLine(state, line, handlers, damaged) {
  if (state.ended) throw damaged('something follows its end');
  if (!state.begun) await begin(state, line, handlers, damaged);
  else if (state.inTable && !isSummary(line)) await takeRow(state, line, handlers);
  else await takeSign(state, JSON.parse(line), handlers, damaged);
  state.whole.update(`${line}\n`);
}

async function begin(state, line, handlers, damaged) {
  const header = JSON.parse(line);
  if (header.format !== FORMAT) throw damaged('it is not a backup of Repairline');
  if (header.version > VERSION) throw damaged(`it was written by a newer Repairline (format ${header.version})`);
  state.begun = true;
  await handlers.header?.(header);
}

/** The database writes a space after each colon, so no row begins like this. */
const isSummary = (line) => line.startsWith('{"rows":') && line.includes('"sha256":');

async function takeRow(state, line, handlers) {
  state.own.update(`${line}\n`);
  state.rows += 1;
  await handlers.row?.(line);
}

async function takeSign(state, sign, handlers, damaged) {
  if (state.inTable) {
    if (sign.rows !== state.rows || sign.sha256 !== state.own.digest('hex')) throw damaged('a checksum does not match');
    state.inTable = false;
    return handlers.tableEnd?.(state.rows);
  }
  if (sign.table) {
    Object.assign(state, { inTable: true, rows: 0, own: sha256() });
    return handlers.table?.(sign.table);
  }
  if (sign.end !== true || sign.sha256 !== state.whole.copy().digest('hex')) throw damaged('a checksum does not match');
  state.ended = true;
}
