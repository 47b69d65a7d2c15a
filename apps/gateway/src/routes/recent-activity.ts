import { Controller, Get } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { RecentActivity } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';

@Controller('api/recent-activity')
export class RecentActivityRoute {
  constructor(private readonly calls: CallClient) {}

  @Get()
  answer(@Caller() context: CallContext) {
    return this.calls.call(RecentActivity, {}, context);
  }
}
