import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { BillingSummaryQuery, ListBillingItems } from '@repairline/contracts/billing/calls';
import { dayIn } from '@repairline/contracts/calendar';
import type { CallContext } from '@repairline/contracts/call';
import { whatToExport } from '@repairline/contracts/http/bodies';
import { PAGE } from '@repairline/contracts/page';
import { ListDevices, ListRepairLogs } from '@repairline/contracts/repairs/calls';
import { deviceFilters, logFilters } from '@repairline/contracts/repairs/requests';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { requireAdmin } from '@repairline/messaging/context';
import { CONFIG } from '../composition';
import type { Config } from '../config';
import { completedRepairsSheet, deviceSheet, logSheet } from '../csv/columns';
import { Exports } from '../csv/exports';
import { Caller, checked } from '../http/parameters';
import { BillingData } from './other-services';

const whichDevices = deviceFilters.omit({ cursor: true, limit: true });
const whichLogs = logFilters.omit({ cursor: true, limit: true });
const required = { required: true };

/** Whole lists as files. Everyone may export the devices that their own list shows; logs are for Admins. */
@Controller('api')
export class ExportsRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingData,
    private readonly exports: Exports,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('billing/export')
  async completedRepairs(
    @Query() query: unknown,
    @Caller() context: CallContext,
    @Res() response: Response,
  ): Promise<void> {
    const { q } = checked(BillingSummaryQuery.input, query);
    const timeZone = this.config.DISTRICT_TIMEZONE;
    await this.exports.send(response, context, {
      fileName: `completed-repairs-${dayIn(timeZone, new Date())}.csv`,
      timeZone,
      sheet: completedRepairsSheet,
      page: (cursor) => this.calls.call(ListBillingItems, { q, cursor, limit: PAGE.most }, context),
    });
  }

  @Get('admin/export')
  export(@Query() query: unknown, @Caller() context: CallContext, @Res() response: Response): Promise<void> {
    const { type } = checked(whatToExport, query);
    return type === 'devices' ? this.devices(query, context, response) : this.logs(query, context, response);
  }

  private devices(query: unknown, context: CallContext, response: Response): Promise<void> {
    const filters = { ...checked(whichDevices, query), limit: PAGE.most, order: 'asset-number' as const };
    return this.exports.send(response, context, {
      fileName: 'devices.csv',
      timeZone: this.config.DISTRICT_TIMEZONE,
      sheet: deviceSheet,
      page: (cursor) => this.calls.call(ListDevices, { ...filters, cursor }, context),
      completed: (devices) => this.billing.addToDevices(devices, context, required),
    });
  }

  private async logs(query: unknown, context: CallContext, response: Response): Promise<void> {
    requireAdmin(context);
    const filters = { ...checked(whichLogs, query), limit: PAGE.most };
    await this.exports.send(response, context, {
      fileName: 'logs.csv',
      timeZone: this.config.DISTRICT_TIMEZONE,
      sheet: logSheet,
      page: (cursor) => this.calls.call(ListRepairLogs, { ...filters, cursor }, context),
      completed: (logs) => this.billing.addToLogs(logs, context, required),
    });
  }
}
