import { Controller, Get } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { DeviceStatsQuery } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';

@Controller('api/stats')
export class StatsRoute {
  constructor(private readonly calls: CallClient) {}

  @Get()
  answer(@Caller() context: CallContext) {
    return this.calls.call(DeviceStatsQuery, {}, context);
  }
}
