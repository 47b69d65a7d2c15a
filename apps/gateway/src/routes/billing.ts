import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { billingFilters, BillingSummaryQuery, ListBillingItems } from '@repairline/contracts/billing/queries';
import { dayIn } from '@repairline/contracts/calendar';
import type { CallContext } from '@repairline/contracts/call';
import { PAGE } from '@repairline/contracts/page';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { CONFIG } from '../composition';
import type { Config } from '../config';
import { completedRepairsSheet } from '../csv/columns';
import { Exports } from '../csv/exports';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { Paged, type AnswerPage } from '../http/page';

@Controller('api/billing')
export class BillingRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly exports: Exports,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('completed')
  async list(@Query() query: unknown, @Caller() context: CallContext, @Paged() answerPage: AnswerPage) {
    const page = await this.calls.call(ListBillingItems, checked(billingFilters, query), context);
    return answerPage(page);
  }

  @Get('summary')
  summary(@Query() query: unknown, @Caller() context: CallContext) {
    return this.calls.call(BillingSummaryQuery, checked(BillingSummaryQuery.input, query), context);
  }

  @Get('export')
  async export(@Query() query: unknown, @Caller() context: CallContext, @Res() response: Response): Promise<void> {
    const { q } = checked(BillingSummaryQuery.input, query);
    const timeZone = this.config.DISTRICT_TIMEZONE;
    await this.exports.send(response, context, {
      fileName: `completed-repairs-${dayIn(timeZone, new Date())}.csv`,
      timeZone,
      sheet: completedRepairsSheet,
      page: (cursor) => this.calls.call(ListBillingItems, { q, cursor, limit: PAGE.most }, context),
    });
  }
}
