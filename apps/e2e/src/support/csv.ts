const BYTE_ORDER_MARK = '\ufeff';

/** The records of a CSV file with a byte order mark, as RFC 4180 defines them; throws if it is not one. */
export function recordsOf(text: string): string[][] {
  if (!text.startsWith(BYTE_ORDER_MARK)) throw new Error('The file has no byte order mark');
  if (!text.endsWith('\r\n')) throw new Error('The last line of the file has no end');
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gu)) {
    record.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
