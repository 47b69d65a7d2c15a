import { defineQuery, nothing } from '@repairline/contracts/call';
import { serviceStanding } from '@repairline/contracts/standing';
import type { Standing } from '@repairline/service-kit/monitoring/standing';
import { requireAdmin } from '../context';
import { answer, type CallHandler } from './serve-calls';

/** The positions of a service's views, relay and consumers. For Admins. */
export const ReportStanding = (service: string) =>
  defineQuery(`repairline.${service}.query.report-standing`, nothing, serviceStanding, 'gateway');

export function standingHandler(service: string, standing: Standing): CallHandler {
  return answer(ReportStanding(service), async (_input, context) => {
    requireAdmin(context);
    return standing.report();
  });
}
