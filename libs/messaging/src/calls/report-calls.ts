import { z } from 'zod';
import { defineQuery, nothing } from '@repairline/contracts/call';
import { logStatus } from '@repairline/contracts/status';
import type { Health } from '@repairline/service-kit/monitoring/health';
import type { Status } from '@repairline/service-kit/monitoring/status';
import { requireAdmin } from '../context';
import { answer, type CallHandler } from './serve-calls';

/**
 * Whether a service is fit to work, by its own checks, and how many dead letters it has. Answers anybody, because it
 * reveals nothing else.
 */
export const ReportHealth = (service: string) =>
  defineQuery(
    `repairline.${service}.query.report-health`,
    nothing,
    z.object({ ok: z.boolean(), deadLetters: z.number().int().nonnegative().default(0) }),
    'gateway',
  );

export function healthHandler(service: string, health: Health): CallHandler {
  return answer(ReportHealth(service), async () => {
    const { ok, checks } = await health.report();
    return { ok, deadLetters: Object.values(checks).reduce((sum, { deadLetters = 0 }) => sum + deadLetters, 0) };
  });
}

/** The positions of a service's views, relay and consumers. For Admins. */
export const ReportStatus = (service: string) =>
  defineQuery(`repairline.${service}.query.report-status`, nothing, logStatus, 'gateway');

export function statusHandler(service: string, status: Status): CallHandler {
  return answer(ReportStatus(service), async (_input, context) => {
    requireAdmin(context);
    return status.report();
  });
}
