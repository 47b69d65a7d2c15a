import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { scrapBody } from '@repairline/contracts/http/bodies';
import { RestoreDevice, ScrapDevice } from '@repairline/contracts/repairs/commands';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { BillingFacts } from '../billing/billing-facts';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { Target } from '../http/target';

@Controller('api/admin/devices/:barcode/scrap')
export class AdminDevicesRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingFacts,
  ) {}

  @Post()
  @HttpCode(200)
  async scrapOrRestore(@Target() target: Target, @Body() body: unknown, @Caller() context: CallContext) {
    const command = checked(scrapBody, body).scrap ? ScrapDevice : RestoreDevice;
    return this.billing.onDevice(await this.calls.call(command, target, context), context);
  }
}
