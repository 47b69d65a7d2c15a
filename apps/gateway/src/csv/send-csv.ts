import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Sheet } from './columns';
import { BYTE_ORDER_MARK, csvLine } from './csv-line';

interface Page<Item> {
  items: Item[];
  next: string | null;
  /** Where the page after the next one is expected to begin. */
  ahead?: string | null | undefined;
}

export interface Export<Item> {
  fileName: string;
  timeZone: string;
  sheet: Sheet<Item>;
  page: (cursor: string | undefined) => Promise<Page<Item>>;
  /** Adds what services other than the list's owner know about a page's items, while the next page is being fetched. */
  completed?: (items: Item[]) => Promise<Item[]>;
}

/**
 * Answers with a file, one page of the list at a time. The next two are fetched while the browser takes one, so at most
 * three pages are in memory. A list that cannot be read is refused like any other call; a later failure breaks off the
 * transfer, so that no browser mistakes a part for the whole. The work ends when the browser disconnects.
 */
export async function sendCsv<Item>(response: Response, file: Export<Item>): Promise<void> {
  const page = await file.page(undefined);
  const first = { ...page, items: await complete(file, page.items) };
  if (response.destroyed) return;
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${file.fileName}"`);
  try {
    await pipeline(Readable.from(textOf(file, first), { objectMode: false, highWaterMark: 1 }), response);
  } catch (error) {
    if (!hasGoneAway(error)) throw error;
  }
}

async function* textOf<Item>(file: Export<Item>, first: Page<Item>): AsyncGenerator<string> {
  const { sheet, timeZone } = file;
  const pages = pagesOf(file);
  pages.expect(first);
  yield BYTE_ORDER_MARK + csvLine(sheet.columns);
  let { items, next } = first;
  for (;;) {
    if (items.length > 0) yield items.map((item) => csvLine(sheet.cells(item, timeZone))).join('');
    if (next === null) return;
    const page = await pages.from(next);
    pages.expect(page);
    next = page.next;
    items = await complete(file, page.items);
  }
}

/** Pages being fetched, by their starting cursor. If the previous page ends elsewhere, the page is fetched again. */
function pagesOf<Item>({ page }: Pick<Export<Item>, 'page'>) {
  let coming = new Map<string, Promise<Page<Item>>>();
  const ask = (cursor: string) => {
    const asked = coming.get(cursor) ?? page(cursor);
    // A failure is handled when the page's turn comes, which may be never if the browser disconnects first.
    asked.catch(() => undefined);
    return asked;
  };
  return {
    from: ask,
    expect({ next, ahead }: Page<Item>): void {
      const cursors = [next, ahead].filter((cursor) => typeof cursor === 'string');
      coming = new Map(cursors.map((cursor) => [cursor, ask(cursor)]));
    },
  };
}

async function complete<Item>({ completed }: Export<Item>, items: Item[]): Promise<Item[]> {
  return completed ? completed(items) : items;
}

function hasGoneAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
