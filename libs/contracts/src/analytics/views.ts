import { z } from 'zod';

/** `GET /api/analytics` */
export const analytics = z.object({
  /**
   * Mean of the minutes from a repair's opening to its completion, over completed repairs; null while there are none.
   */
  averageTurnaroundTime: z.number().nullable(),
  /** Distinct devices completed today, in the district's time zone. */
  completionsPerDay: z.number().int(),
  /** Top 5. A log's issue is split at commas, and each part counts once per repair. */
  commonIssues: z.array(z.object({ issue: z.string(), count: z.number().int() })),
  /** Top 5 by active, then completed. */
  technicianWorkload: z.array(
    z.object({ technician: z.string(), activeCount: z.number().int(), completedCount: z.number().int() }),
  ),
});
export type Analytics = z.infer<typeof analytics>;
