import { Controller, Get, Query } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { ListRepairLogs, logFilters } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { BillingFacts } from '../billing/billing-facts';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { Paged, type AnswerPage } from '../http/page';

@Controller('api/repair-logs')
export class RepairLogsRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingFacts,
  ) {}

  @Get()
  async list(@Query() query: unknown, @Caller() context: CallContext, @Paged() answerPage: AnswerPage) {
    const page = await this.calls.call(ListRepairLogs, checked(logFilters, query), context);
    const items = await this.billing.onLogs(page.items, context);
    return answerPage({ ...page, items });
  }
}
