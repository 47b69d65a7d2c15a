import { z } from 'zod';

export const PAGE = { default: 200, most: 500 } as const;

/**
 * The part of a list's filters that asks for a page: an opaque cursor, and the number of items, capped at the maximum.
 */
export const page = {
  cursor: z.string('Cursor must be text').max(1_000, 'The cursor is not valid').optional(),
  limit: z.coerce
    .number('Limit must be a number')
    .int('Limit must be a whole number')
    .min(1, 'Limit must be at least 1')
    .transform((limit) => Math.min(limit, PAGE.most))
    .prefault(PAGE.default)
    .meta({ maximum: PAGE.most, description: `More than ${PAGE.most} are taken as ${PAGE.most}` }),
};

/** A page of a list: `next` is the cursor of the next page, null on the last. `total` counts all matches. */
export interface Page<Item> {
  items: Item[];
  total: number;
  next: string | null;
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.number().int(), next: z.string().nullable() });
}
