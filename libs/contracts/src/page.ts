import { z } from 'zod';

export const PAGE = { default: 200, most: 500 } as const;

const cursor = z.string('Cursor must be text').max(1_000, 'The cursor is not valid').optional();
const limit = z.coerce
  .number('Limit must be a number')
  .int('Limit must be a whole number')
  .min(1, 'Limit must be at least 1')
  .transform((most) => Math.min(most, PAGE.most));
const tooMany = `More than ${PAGE.most} are taken as ${PAGE.most}`;

/**
 * The part of a list's filters that asks for a page: an opaque cursor, and the number of items, capped at the maximum.
 */
export const page = {
  cursor,
  limit: limit.prefault(PAGE.default).meta({ maximum: PAGE.most, description: tooMany }),
};

/** The same for a list that is answered whole unless one of the two is given. */
export const wholeOrPage = z.object({
  cursor,
  limit: limit.optional().meta({
    maximum: PAGE.most,
    description: `${tooMany}. Without a limit and a cursor, all are answered; with a cursor alone, ${PAGE.default}`,
  }),
});

/** A page of a list: `next` is the cursor of the next page, null on the last. `total` counts all matches. */
export interface Page<Item> {
  items: Item[];
  total: number;
  next: string | null;
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.number().int(), next: z.string().nullable() });
}
