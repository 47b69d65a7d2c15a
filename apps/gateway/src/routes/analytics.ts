import { Controller, Get } from '@nestjs/common';
import { GetAnalytics } from '@repairline/contracts/analytics/queries';
import type { CallContext } from '@repairline/contracts/call';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';

@Controller('api/analytics')
export class AnalyticsRoute {
  constructor(private readonly calls: CallClient) {}

  @Get()
  answer(@Caller() context: CallContext) {
    return this.calls.call(GetAnalytics, {}, context);
  }
}
