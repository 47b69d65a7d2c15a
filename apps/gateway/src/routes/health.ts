import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Health } from '@repairline/service-kit/monitoring/health';

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
