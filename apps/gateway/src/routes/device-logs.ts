import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { LogRepair, repairEntry } from '@repairline/contracts/repairs/commands';
import { ListDeviceLogs } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { BillingFacts } from '../billing/billing-facts';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { Paged, type AnswerPage } from '../http/page';
import { Target } from '../http/target';

const pageOfTimeline = ListDeviceLogs.input.omit({ barcodeNumber: true });

@Controller('api/devices/:barcode/logs')
export class DeviceLogsRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingFacts,
  ) {}

  @Get()
  async list(
    @Param('barcode') barcodeNumber: string,
    @Query() query: unknown,
    @Caller() context: CallContext,
    @Paged() answerPage: AnswerPage,
  ) {
    const { cursor, limit } = checked(pageOfTimeline, query);
    const page = await this.calls.call(ListDeviceLogs, { barcodeNumber, cursor, limit }, context);
    const items = await this.billing.onLogs(page.items, context);
    return answerPage({ ...page, items });
  }

  @Post()
  async log(@Target() target: Target, @Body() body: unknown, @Caller() context: CallContext) {
    const command = { ...target, entry: checked(repairEntry, body) };
    return this.billing.untilShown(await this.calls.call(LogRepair, command, context), context);
  }
}
