import { z } from 'zod';
import { defineQuery } from '@repairline/contracts/call';
import type { Health } from '@repairline/service-kit/health';
import { answer, type CallHandler } from './serve-calls';

/** Whether a service is fit to work, by its own checks. Answered to anybody: it tells nothing else. */
export const ReportHealth = (service: string) =>
  defineQuery(`repairline.${service}.query.report-health`, z.object({}), z.object({ ok: z.boolean() }));

export function healthHandler(service: string, health: Health): CallHandler {
  return answer(ReportHealth(service), async () => ({ ok: (await health.report()).ok }));
}
