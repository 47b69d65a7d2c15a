import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { ChangeDevice, deviceChangesBody, intake, TakeInDevice } from '@repairline/contracts/repairs/commands';
import { deviceFilters, GetDevice, ListDevices } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { BillingFacts } from '../billing/billing-facts';
import { Followers } from '../followers';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { Paged, type AnswerPage } from '../http/page';
import { Target } from '../http/target';

@Controller('api/devices')
export class DevicesRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingFacts,
    private readonly followers: Followers,
  ) {}

  @Get()
  async list(@Query() query: unknown, @Caller() context: CallContext, @Paged() answerPage: AnswerPage) {
    const filters = { ...checked(deviceFilters, query), order: 'list' as const };
    const page = await this.calls.call(ListDevices, filters, context);
    const items = await this.billing.onDevices(page.items, context);
    return answerPage({ ...page, items });
  }

  @Post()
  async takeIn(@Body() body: unknown, @Caller() context: CallContext, @Res({ passthrough: true }) response: Response) {
    const taking = this.calls.call(TakeInDevice, checked(intake, body), context);
    const { device, created } = await taking.catch((refusal: unknown) => this.billing.onRefusal(refusal, context));
    response.status(created ? 201 : 200);
    return this.billing.onDevice(device, context);
  }

  @Get(':barcode')
  async get(@Param('barcode') barcodeNumber: string, @Caller() context: CallContext) {
    return this.billing.onDevice(await this.calls.call(GetDevice, { barcodeNumber }, context), context);
  }

  @Patch(':barcode')
  async change(@Target() target: Target, @Body() body: unknown, @Caller() context: CallContext) {
    const changes = checked(deviceChangesBody, body);
    const changing = this.calls.call(ChangeDevice, { ...target, changes }, context);
    const isRenumbered = changes.barcodeNumber !== undefined;
    const device = await (isRenumbered
      ? this.followers.afterFollowersCaughtUp('repairs', context, changing)
      : changing);
    return this.billing.onDevice(device, context);
  }
}
