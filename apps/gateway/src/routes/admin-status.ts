import { Controller, Get } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import type { ServiceStatus, SystemStatus } from '@repairline/contracts/standing';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { ReportStanding } from '@repairline/messaging/calls/standing-call';
import { Health } from '@repairline/service-kit/monitoring/health';
import { Caller } from '../http/caller';
import { services } from '../http/reachability';

const PATIENCE_MS = 2_000;

/** Answers even while parts of the product are down, as long as identity confirms the caller. */
@Controller('api/admin/status')
export class AdminStatusRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly health: Health,
  ) {}

  @Get()
  async report(@Caller() context: CallContext): Promise<SystemStatus> {
    const [{ checks }, standings] = await Promise.all([
      this.health.report(),
      Promise.all(services.map((name) => this.standingOf(name, context))),
    ]);
    const status = standings.map((standing) => ({
      ...standing,
      ready: standing.answers && checks[standing.name]?.ok === true,
    }));
    return { at: new Date().toISOString(), bus: checks.bus?.ok ?? false, services: status };
  }

  /** A service that reports that it cannot tell still counts as answering. */
  private async standingOf(name: string, context: CallContext): Promise<Omit<ServiceStatus, 'ready'>> {
    try {
      const standing = await this.calls.call(ReportStanding(name), {}, context, { timeoutMs: PATIENCE_MS });
      return { name, answers: true, standing };
    } catch (error) {
      return { name, answers: error instanceof DomainError && error.code !== 'service_unavailable', standing: null };
    }
  }
}
