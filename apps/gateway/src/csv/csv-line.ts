/** What a cell may hold; null is an empty one. */
export type Cell = string | boolean | null;

export const BYTE_ORDER_MARK = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]/u;
const READS_AS_FORMULA = /^[=+\-@\t\r]/u;

/** A record as in RFC 4180, with its line break. Cells that a spreadsheet would take for a formula are made text. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  const text = READS_AS_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
