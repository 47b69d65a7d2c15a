import { Body, Controller, Param, Patch } from '@nestjs/common';
import { billingMark, MarkBillingItem } from '@repairline/contracts/billing/commands';
import type { CallContext } from '@repairline/contracts/call';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';

@Controller('api/admin/billing/:repairId')
export class AdminBillingRoute {
  constructor(private readonly calls: CallClient) {}

  @Patch()
  mark(@Param('repairId') itemId: string, @Body() body: unknown, @Caller() context: CallContext) {
    const { billingSent } = checked(billingMark, body);
    return this.calls.call(MarkBillingItem, { itemId, billingSent }, context);
  }
}
