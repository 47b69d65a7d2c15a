import { z } from 'zod';

/** The one shape of every error response. `type` is the stable code. */
export const errorBody = z.object({
  message: z.string(),
  type: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
