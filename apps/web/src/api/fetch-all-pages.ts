import type { ReadArgs, PageMeta } from './base-query';
import type { CallError } from './call-error';

type Call = (args: ReadArgs) => MaybePromise<{ data?: unknown; error?: CallError; meta?: PageMeta }>;
type MaybePromise<T> = T | PromiseLike<T>;
export type Answer<T> = { data: T; error?: undefined } | { error: CallError; data?: undefined };

/** Reads all pages of a list. */
export async function fetchAllPages<Item>(
  call: Call,
  url: ReadArgs['url'],
  params: ReadArgs['params'] = {},
): Promise<Answer<Item[]>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await call({ url, params: { ...params, limit: '500', cursor } });
    if (page.error) return { error: page.error };
    items.push(...(page.data as Item[]));
    cursor = page.meta?.next ?? undefined;
  } while (cursor);
  return { data: items };
}
