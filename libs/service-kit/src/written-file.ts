import { readFileSync } from 'node:fs';

/** The text of a file that a person wrote: editors on Windows put a byte order mark before UTF-8, or write UTF-16. */
export function readWrittenFile(path: string): string {
  const bytes = readFileSync(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
