import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { TakeInDevices } from '@repairline/contracts/repairs/calls';
import { bulkIntake, type BulkResult } from '@repairline/contracts/repairs/requests';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { bulkSlices } from '../http/bulk-slices';
import { Caller } from '../http/caller';
import { parsed } from '../http/checked';

const PATIENCE_MS = 30_000;

@Controller('api/devices/bulk')
export class DevicesBulkRoute {
  constructor(private readonly calls: CallClient) {}

  /** Slices run one after the other, so that the first of two rows with the same number gets it. */
  @Post()
  @HttpCode(200)
  async takeIn(@Body() body: unknown, @Caller() context: CallContext): Promise<BulkResult> {
    const { common, devices } = parsed(bulkIntake, body);
    const results: BulkResult['results'] = [];
    for (const { firstRow, rows } of bulkSlices(devices)) {
      const slice = { common, devices: rows, firstRow };
      const answer = await this.calls.call(TakeInDevices, slice, context, { timeoutMs: PATIENCE_MS });
      results.push(...answer.results);
    }
    return { results };
  }
}
