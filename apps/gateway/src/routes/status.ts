import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import type { ServiceStatus, SystemStatus } from '@repairline/contracts/status';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { ReportHealth, ReportStatus } from '@repairline/messaging/calls/report-calls';
import { systemContext } from '@repairline/messaging/context';
import { Health, remembered, type HealthCheck } from '@repairline/service-kit/monitoring/health';
import { Caller } from '../http/parameters';

const HEALTH_PATIENCE_MS = 1_000;
const FRESH_MS = 1_000;
const STATUS_PATIENCE_MS = 2_000;
export const services = ['identity', 'repairs', 'billing', 'analytics'] as const;

/** Whether each service answers and reports itself healthy, with its dead letters. Health is open to all. */
export function reachability(calls: CallClient): [string, () => Promise<HealthCheck>][] {
  return services.map((service) => [
    service,
    remembered(async () => {
      const report = calls.call(ReportHealth(service), {}, systemContext(), { timeoutMs: HEALTH_PATIENCE_MS });
      return report.catch(() => ({ ok: false }));
    }, FRESH_MS),
  ]);
}

@Controller('api/health')
export class HealthRoute {
  constructor(private readonly health: Health) {}

  @Get()
  async report(@Res({ passthrough: true }) response: Response) {
    const { ok, checks } = await this.health.report();
    response.status(ok ? 200 : 503);
    const parts = Object.entries(checks).map(([name, { ok: isFit, deadLetters }]) => {
      return [name, { ok: isFit, ...(deadLetters ? { deadLetters } : {}) }] as const;
    });
    return { ok, parts: Object.fromEntries(parts) };
  }
}

/** Answers even while parts of the product are down, as long as identity confirms the caller. */
@Controller('api/admin/status')
export class AdminStatusRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly health: Health,
  ) {}

  @Get()
  async report(@Caller() context: CallContext): Promise<SystemStatus> {
    const [{ checks }, reports] = await Promise.all([
      this.health.report(),
      Promise.all(services.map((name) => this.reportOf(name, context))),
    ]);
    const status = reports.map((report) => ({
      ...report,
      ready: report.answers && checks[report.name]?.ok === true,
    }));
    return { at: new Date().toISOString(), bus: checks.bus?.ok ?? false, services: status };
  }

  /** A service that reports that it cannot tell still counts as answering. */
  private async reportOf(name: string, context: CallContext): Promise<Omit<ServiceStatus, 'ready'>> {
    try {
      const standing = await this.calls.call(ReportStatus(name), {}, context, { timeoutMs: STATUS_PATIENCE_MS });
      return { name, answers: true, standing };
    } catch (error) {
      return { name, answers: error instanceof DomainError && error.code !== 'service_unavailable', standing: null };
    }
  }
}
